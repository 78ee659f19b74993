// rmt: check --check deref => unsafe
// The test case makes the allocation fail that fails in the violation, whichever function is called for it.
#include <stdlib.h>

int main(void) {
  int *first = malloc(sizeof *first), *second = calloc(1, sizeof *second);
  if (!first) return 1;
  *second = 1; //~ invalid write: null pointer
  return 0;
}
