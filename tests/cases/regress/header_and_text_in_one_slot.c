// rmt: check => safe
// Headers before texts, in slots of a block: steps back lead out of the text.
#include <assert.h>
#include <stdlib.h>

struct header {
  int length;
  char text[];
};

static char *made(char *slots, int i, int length) {
  struct header *h = (struct header *)(slots + 32 * i);
  h->length = length;
  return h->text;
}

static int length(const char *text) { return ((const struct header *)(text - sizeof(struct header)))->length; }

int main(int argc, char **argv) {
  char *slots = malloc(128);
  int i = argc & 3;
  if (!slots) return 1;
  char *text = made(slots, i, 7);
  text[argc & 15] = 3;
  assert(length(text) == 7); //=> assert(length(text) == 6);
  free(slots);
  return 0;
}
