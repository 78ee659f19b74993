// rmt: check => unsafe
// No block is as large as the product: null is given, and what follows is executed.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  size_t many = argc > 1 ? SIZE_MAX / 2 : SIZE_MAX / 4;
  char *p = calloc(SIZE_MAX / 2, 8), *q = calloc(many, 8);
  int none = !p && !q;
  free(p);
  free(q);
  assert(!none); //~ assertion
  return 0;
}
