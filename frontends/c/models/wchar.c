/* Strings of wide characters, and further functions on strings. */

typedef __WCHAR_TYPE__ rmt_wide;

size_t wcslen(const rmt_wide *s) {
  size_t n = 0;
  while (s[n] != 0) n++;
  return n;
}

size_t wcsnlen(const rmt_wide *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n] != 0) n++;
  return n;
}

rmt_wide *wcscpy(rmt_wide *to, const rmt_wide *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) i++;
  return to;
}

/* As strncpy does, the last one first. */
rmt_wide *wcsncpy(rmt_wide *to, const rmt_wide *from, size_t n) {
  size_t i = 0;
  if (n > 0) to[n - 1] = 0;
  while (i < n && from[i] != 0) {
    to[i] = from[i];
    i++;
  }
  while (i < n) {
    to[i] = 0;
    i++;
  }
  return to;
}

rmt_wide *wcscat(rmt_wide *to, const rmt_wide *from) {
  size_t n = wcslen(to), i = 0;
  while ((to[n + i] = from[i]) != 0) i++;
  return to;
}

rmt_wide *wcsncat(rmt_wide *to, const rmt_wide *from, size_t max) {
  size_t n = wcslen(to), i = 0;
  while (i < max && from[i] != 0) {
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

static int wide_order(rmt_wide a, rmt_wide b) {
  int result;
  if (a == b) return 0;
  result = __VERIFIER_nondet_int();
  if (a < b)
    __VERIFIER_assume(result < 0);
  else
    __VERIFIER_assume(result > 0);
  return result;
}

int wcscmp(const rmt_wide *a, const rmt_wide *b) {
  size_t i = 0;
  while (a[i] != 0 && a[i] == b[i]) i++;
  return wide_order(a[i], b[i]);
}

int wcsncmp(const rmt_wide *a, const rmt_wide *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] != 0 && a[i] == b[i]) i++;
  if (i == n) return 0;
  return wide_order(a[i], b[i]);
}

rmt_wide *wcschr(const rmt_wide *s, rmt_wide c) {
  size_t i = 0;
  while (s[i] != c) {
    if (s[i] == 0) return 0;
    i++;
  }
  return (rmt_wide *)s + i;
}

rmt_wide *wcsrchr(const rmt_wide *s, rmt_wide c) {
  const rmt_wide *found = 0;
  size_t i = 0;
  for (;;) {
    if (s[i] == c) found = s + i;
    if (s[i] == 0) return (rmt_wide *)found;
    i++;
  }
}

rmt_wide *wcsdup(const rmt_wide *s) {
  rmt_wide *copy = malloc((wcslen(s) + 1) * sizeof(rmt_wide));
  if (copy) wcscpy(copy, s);
  return copy;
}

rmt_wide *wmemset(rmt_wide *to, rmt_wide c, size_t n) {
  if (n > 0) to[n - 1] = c;
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}

rmt_wide *wmemcpy(rmt_wide *to, const rmt_wide *from, size_t n) {
  memmove(to, from, n * sizeof(rmt_wide));
  return to;
}

rmt_wide *wmemmove(rmt_wide *to, const rmt_wide *from, size_t n) {
  memmove(to, from, n * sizeof(rmt_wide));
  return to;
}

int wmemcmp(const rmt_wide *a, const rmt_wide *b, size_t n) {
  if (n > 0) {
    rmt_wide last = a[n - 1];
    last = b[n - 1];
  }
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return wide_order(a[i], b[i]);
  return 0;
}

rmt_wide *wmemchr(const rmt_wide *s, rmt_wide c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (rmt_wide *)s + i;
  return 0;
}

rmt_wide *fgetws(rmt_wide *to, int n, void *file) {
  int length = __VERIFIER_nondet_int();
  if (n < 1 || length < 0) return 0;
  __VERIFIER_assume(length < n);
  __rmt_any(to, (size_t)length * sizeof(rmt_wide));
  to[length] = 0;
  return to;
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) i++;
  return to + i;
}

rmt_wide *wcpcpy(rmt_wide *to, const rmt_wide *from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) i++;
  return to + i;
}

rmt_wide *wcpncpy(rmt_wide *to, const rmt_wide *from, size_t n) { return wcsncpy(to, from, n) + wcsnlen(from, n); }

/* All n bytes are written; where the first zero is. */
char *stpncpy(char *to, const char *from, size_t n) { return strncpy(to, from, n) + strnlen(from, n); }

void *mempcpy(void *to, const void *from, size_t n) {
  memmove(to, from, n);
  return (char *)to + n;
}

char *strchrnul(const char *s, int c) {
  size_t i = 0;
  while (s[i] != 0 && s[i] != (char)c) i++;
  return (char *)s + i;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *x = s;
  while (*x != (unsigned char)c) x++;
  return (void *)x;
}

void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

char *index(const char *s, int c) { return strchr(s, c); }

char *rindex(const char *s, int c) { return strrchr(s, c); }

/* That of <string.h>: nothing is cut off. */
char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *)(slash ? slash + 1 : path);
}

/* Up to the first such byte, if there is one. */
void *memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *x = to;
  const unsigned char *y = from;
  for (size_t i = 0; i < n; i++)
    if ((x[i] = y[i]) == (unsigned char)c) return x + i + 1;
  return 0;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *x = s;
  while (n > 0)
    if (x[--n] == (unsigned char)c) return (void *)(x + n);
  return 0;
}

char *strsep(char **rest, const char *set) {
  char *start = *rest;
  if (!start) return 0;
  *rest = strpbrk(start, set);
  if (*rest) *(*rest)++ = 0;
  return start;
}

/* The next of some settings with commas between them, `name` or `name=value`: its number, or -1. */
int getsubopt(char **rest, char *const *names, char **value) {
  char *start = *rest, *end, *equal;
  size_t length;
  if (*start == 0) return -1;
  end = strchrnul(start, ',');
  equal = memchr(start, '=', end - start);
  length = (equal ? equal : end) - start;
  *rest = *end ? end + 1 : end;
  *end = 0;
  for (int i = 0; names[i]; i++)
    if (strncmp(start, names[i], length) == 0 && names[i][length] == 0) {
      *value = equal ? equal + 1 : 0;
      return i;
    }
  *value = start;
  return -1;
}

size_t strlcpy(char *to, const char *from, size_t n) {
  size_t i;
  for (i = 0; from[i] != 0; i++)
    if (i + 1 < n) to[i] = from[i];
  if (n > 0) to[i < n ? i : n - 1] = 0;
  return i;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

/* In the "C" locale. */
char *strcasestr(const char *s, const char *what) {
  size_t n = strlen(what), i = 0;
  for (;;) {
    if (strncasecmp(s + i, what, n) == 0) return (char *)s + i;
    if (s[i] == 0) return 0;
    i++;
  }
}
