// rmt: scan
// What a function takes for a text may end where its block does.
#include <stddef.h>
#include <string.h>

int second(const char *s) {
  int n = 0;
  for (const char *p = s; *p; p++) n++;
  return n + s[1]; //~ likely out of bounds
}

size_t words(const char *s) {
  size_t n = 0;
  while (*s) {
    while (*s == ' ') s++;
    n++;
    s++; // The text may end in front of it.
    if (*s == '-') n--; //~ likely out of bounds
  }
  return n;
}

static size_t length(const char *s) {
  size_t n = 0;
  while (s[n] != '\0') n++;
  return n;
}

char behind(const char *text) {
  return text[length(text) + 1]; //~ likely out of bounds
}

char of_library(const char *text) {
  return text[strlen(text) + 1]; //~ likely out of bounds
}

char last(const char *text) {
  size_t n = strlen(text);
  return n > 0 ? text[n - 1] : 0;
}

int fields(const char *s) {
  int n = 0;
  for (;;) switch (*s++) {
    case ',': n++; break;
    case 0: return n + (*s == ','); //~ likely out of bounds
  }
}

/* Nobody says that it ends. */
int four(const char *s) {
  return s[0] + s[1] + s[2] + s[3];
}

int until(const char *s, const char *end) {
  int n = 0;
  for (; s < end; s++) n += *s == 0;
  return n;
}

/* Who writes has room. */
void append(char *s, char c) {
  size_t n = strlen(s);
  s[n] = c;
  s[n + 1] = 0;
}
