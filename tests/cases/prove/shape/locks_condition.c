// prove: shape --check deref,free => safe
// A place for one block: who takes the block waits until there is one.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int *place;
static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (__VERIFIER_nondet_int()) {
      while (!place) //=> if (!place)
        pthread_cond_wait(&filled, &lock);
      int *block = place;
      place = NULL; //=> ;
      *block = 1;
      free(block); //=> pthread_mutex_unlock(&lock); free(block); pthread_mutex_lock(&lock); *block = 2;
    } else if (!place) {
      place = malloc(sizeof *place);
      pthread_cond_signal(&filled);
    }
    pthread_mutex_unlock(&lock);
  }
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
