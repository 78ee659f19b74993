// rmt: check --m32 --bound 1 --check none => safe
// The bytes that calloc() gives do not wrap around: 2^30 blocks of 4 bytes are not 0 bytes.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2) return 0;
  int *cells = calloc(n, sizeof *cells); //=> (not natively) int *cells = malloc(n * sizeof *cells);
  if (!cells) return 0;
  assert(cells[1] == 0);
  return 0;
}
