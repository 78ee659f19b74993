// prove: shape --check deref,free => unknown
// The thread comes to a block that was not there yet when it was spawned.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static void *worker(void *arg) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    if (shared)
      *shared = 1;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int *own = malloc(sizeof *own);
  pthread_mutex_lock(&lock);
  shared = own;
  pthread_mutex_unlock(&lock);
  free(own);
  return 0;
}
