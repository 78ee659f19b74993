// rmt check samples/labels.c -I include -D RMT_FILL --bound 7: unsafe
/*
 * Labels end at a comma. The loop looks for room in every character but each sixth; so the error needs a text of six
 * characters, and a buffer that is full there. `labels_fixed.c` is proved for all texts and buffers.
 */
#include <assert.h>
#include <rmt.h>

/* Copies a label, cut off where there is no room; returns its length. */
static size_t copy_label(char *to, size_t room, const char *text) {
  size_t length = 0;
  while ((length + 1 < room || length % 6 == 5) && text[length] && text[length] != ',') {
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
