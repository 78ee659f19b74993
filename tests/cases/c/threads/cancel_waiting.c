// rmt: check --bound 0 --check deadlock => safe
// Who waits for ever can be cancelled, unless it says that it cannot.
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *work(void *argument) {
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0); //=> pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  sem_wait(&never);
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&never, 0, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_cancel(thread); //=> ;
  pthread_join(thread, 0);
  return 0;
}
