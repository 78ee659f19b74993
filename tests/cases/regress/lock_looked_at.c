// prove: shape --check deref,free => unknown
// Who finds that a lock is taken sees what its holder has done so far: here, that the block is freed.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static int *cell(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    exit(1);
  return p;
}
static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  free(shared);
  shared = cell();
  pthread_mutex_unlock(&lock);
  if (pthread_mutex_trylock(&lock))
    *shared = 1;
  else
    pthread_mutex_unlock(&lock);
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
