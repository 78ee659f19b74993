// rmt: check --check deref => unsafe
// A block comes from the function that is called. What is behind its only element is not that element, and how large it is, is said.
#include <stdlib.h>

int main(void) {
  char *text = malloc(2);
  if (!text) return 1;
  char *longer = realloc(text, 4);
  if (!longer) return 1;
  int *count = calloc(1, sizeof *count);
  if (count) count[1] = 1; //~ invalid write: out of bounds
  return 0;
}
