// rmt: check => safe
// memcpy is for places apart, memmove for all.
#include <assert.h>
#include <string.h>

struct line {
  char text[16];
  int length;
};

static void drop(struct line *line, int n) {
  memmove(line->text, line->text + n, line->length - n); //=> memcpy(line->text, line->text + n, line->length - n);
  line->length -= n;
}

int main(void) {
  struct line line = {"0123456789", 10};
  char again[8] = "abcabc";
  drop(&line, 3);
  assert(line.length == 7);
  memcpy(again + 3, again, 3); //=> memcpy(again + 2, again, 3);
  memcpy(again, again, 8);
  return again[0];
}
