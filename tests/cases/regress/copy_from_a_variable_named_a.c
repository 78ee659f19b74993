// rmt: check => safe
// What is copied by a lambda speaks of the program's `a`, not of its own variable.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(16);
  if (!a) return 0;
  a[0] = 10;
  int *b = realloc(a, 24);
  if (!b) {
    free(a);
    return 0;
  }
  assert(b[0] == 10); //=> assert(b[0] == 11);
  free(b);
  return 0;
}
