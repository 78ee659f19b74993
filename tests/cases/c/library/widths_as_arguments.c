// rmt: check => safe
// Widths and precisions that are arguments.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char t[16];
  snprintf(t, sizeof t, "%*d|%-*d|%.*d", 4, 7, 3, 8, 2, 9);
  assert(strcmp(t, "   7|8  |09") == 0); //=> assert(strcmp(t, "7|8  |09") == 0);
  for (int width = -2; width < 3; width++) {
    int length = snprintf(t, sizeof t, "%*d", width, 5);
    assert(length == (width == -2 || width == 2 ? 2 : 1)); //=> assert(length == 1);
    assert(width != 2 || strcmp(t, " 5") == 0); //=> assert(strcmp(t, " 5") == 0);
    assert(width != -2 || strcmp(t, "5 ") == 0);
  }
  return 0;
}
