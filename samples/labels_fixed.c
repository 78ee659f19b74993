// rmt check samples/labels_fixed.c -I include: safe
/*
 * Labels end at a comma. Whatever the text and the room for the label, the copy fits: `rmt_string` and `rmt_array` make
 * inputs of any size, and no bound is given. `labels.c` has the mistake.
 */
#include <assert.h>
#include <rmt.h>

/* Copies a label, cut off where there is no room; returns its length. */
static size_t copy_label(char *to, size_t room, const char *text) {
  size_t length = 0;
  while (length + 1 < room && text[length] && text[length] != ',') {
    to[length] = text[length];
    length++;
  }
  to[length] = 0;
  return length;
}

int main(void) {
  const char *text = rmt_string();
  size_t room = rmt_count(1);
  rmt_assume(room > 0);
  char *label = rmt_array(char, room);
  size_t length = copy_label(label, room, text);
  assert(length < room);
  return 0;
}
