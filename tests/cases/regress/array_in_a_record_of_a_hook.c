// rmt: check => unsafe
// Memory from a function of the program that is called through a pointer has records and arrays as other memory has.
#include <stdlib.h>

struct tag {
  char name[4];
  struct tag *next;
};

static void *(*get)(size_t) = malloc;

int main(void) {
  struct tag *tag = get(sizeof *tag);
  if (tag == NULL)
    return 0;
  tag->next = NULL;
  for (int i = 0; i <= 4; i++)
    tag->name[i % 5] = 1; //~ write out of bounds
  free(tag);
  return 0;
}
