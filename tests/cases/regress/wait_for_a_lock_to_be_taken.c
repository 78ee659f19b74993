// prove: shape --check deref,free => unknown
// Who waits until a lock is taken, in one step, sees what its holder has done so far.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int held;
static int *shared;
static int *cell(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    exit(1);
  return p;
}
static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(held == 0);
  held = 1;
  __VERIFIER_atomic_end();
  free(shared);
  shared = cell();
  held = 0;
  __VERIFIER_atomic_begin();
  int seen = held;
  __VERIFIER_assume(seen == 1);
  __VERIFIER_atomic_end();
  *shared = 1;
  return NULL;
}
int main(void) {
  shared = cell();
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
