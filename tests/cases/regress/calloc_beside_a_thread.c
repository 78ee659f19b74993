// rmt: check --bound 1 --check none => safe
// Filling a block is one step, which leaves what other threads write elsewhere as it is.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void *work(void *argument) {
  int n = __VERIFIER_nondet_int();
  if (n < 2) return 0;
  int *cells = calloc(n, sizeof *cells); //=> (not natively) int *cells = malloc(n * sizeof *cells);
  if (cells) assert(cells[1] == 0);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, work, 0);
  pthread_create(&other, 0, work, 0);
  return 0;
}
