// prove: shape --check deref,free => safe
// Each thread has a block of its own, which its own variable leads to.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static _Thread_local int *own; //=> static int *own;
static void *worker(void *arg) {
  own = malloc(sizeof *own);
  if (!own)
    return NULL;
  while (__VERIFIER_nondet_int())
    *own = 1; //=> free(own);
  free(own);
  return NULL;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
