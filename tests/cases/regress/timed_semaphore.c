// rmt: check --bound 1 --contexts 2 --check none => safe-up-to-bound
// What waits for a semaphore that nobody posts takes nothing, and does not wait for ever.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t full;

static void *work(void *argument) {
  struct timespec time = {0};
  assert(sem_timedwait(&full, &time) != 0); //=> assert(sem_timedwait(&full, &time) == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&full, 0, 0);
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
