// rmt: check --check none => unsafe (not natively)
// Blocks may lie side by side.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4096), *q = malloc(4096);
  if (!p || !q) return 0;
  long d = (long)q - (long)p;
  assert(d > 100000 || d < -100000); //~ assertion
}
