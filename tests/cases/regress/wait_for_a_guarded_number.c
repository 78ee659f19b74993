// prove: shape --check deref,free => unknown
// Who waits for a number that is only there while a lock is held sees what its holder has done so far.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int busy;
static int *shared;
static int *cell(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    exit(1);
  return p;
}
static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  busy = 1;
  free(shared);
  shared = cell();
  busy = 0;
  pthread_mutex_unlock(&lock);
  __VERIFIER_assume(busy);
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
