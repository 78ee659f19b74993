// prove: shape --check deref,free => safe
// A number is the lock: who finds it 0 makes it 1 in the same step.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int taken;
static int *place;
static void take(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(taken == 0); //=> __VERIFIER_assume(taken == 0); __VERIFIER_atomic_end(); __VERIFIER_atomic_begin();
  taken = 1; //=> ;
  __VERIFIER_atomic_end();
}
static void *worker(void *arg) {
  for (;;) {
    take();
    free(place);
    place = malloc(sizeof *place);
    if (!place)
      exit(1);
    *place = 1;
    taken = 0; //=> taken = 0; *place = 2;
  }
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
