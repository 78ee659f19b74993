// rmt: check => safe
// What flags, widths and precisions make of numbers, characters and strings.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void numbers(void) {
  char t[48];
  sprintf(t, "%5d|%-5d|%05d|%+d|%x|%#X|%#o|%.3d|% d", 42, -42, -42, 42, 255, 255, 8, 5, 5);
  assert(strcmp(t, "   42|-42  |-0042|+42|ff|0XFF|010|005| 5") == 0); //=> assert(strcmp(t, "   42|-42  |-0042|+42|ff|0xFF|010|005| 5") == 0);
}

static void strings(void) {
  char t[48];
  const char *w = "ab";
  sprintf(t, "%4s|%-4s|%.1s|%.*s|%*s|%c%3c", w, w, w, 1, w, -3, w, 'x', 'y');
  assert(strcmp(t, "  ab|ab  |a|a|ab |x  y") == 0); //=> assert(strcmp(t, "  ab|ab  |a|a| ab|x  y") == 0);
}

static void blocks(void) {
  const char *w = "ab";
  char *p;
  if (asprintf(&p, "%s:%d", w, 12) >= 0) {
    assert(strcmp(p, "ab:12") == 0); //=> assert(p[5] != 0);
    free(p);
  }
}

int main(void) {
  numbers();
  strings();
  blocks();
  return 0;
}
