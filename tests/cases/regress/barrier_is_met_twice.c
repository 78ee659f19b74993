// rmt: check --bound 0 --contexts 2 --check deadlock => safe-up-to-bound
// Who leaves a barrier late sees that it was met, however often.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *argument) {
  pthread_barrier_wait(&barrier);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&one, 0, work, 0);
  pthread_barrier_wait(&barrier);
  pthread_create(&other, 0, work, 0); //=> pthread_create(&other, 0, work, 0); pthread_join(other, 0);
  pthread_barrier_wait(&barrier);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
