// rmt: check --bound 1 --contexts 2 --check none => safe-up-to-bound
// What waits for a time holds the lock if it says so, and takes no time where it need not wait.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t full;
static int inside, written;

static void *work(void *argument) {
  struct timespec time = {0};
  if (mtx_timedlock(&mutex, &time) == thrd_success) { //=> if (mtx_timedlock(&mutex, &time) != thrd_error) {
    assert(++inside == 1);
    inside--;
    mtx_unlock(&mutex);
  }
  if (pthread_rwlock_timedwrlock(&lock, &time) == 0) { //=> pthread_rwlock_timedwrlock(&lock, &time); {
    assert(++written == 1);
    written--;
    pthread_rwlock_unlock(&lock);
  }
  assert(sem_timedwait(&full, &time) != 0); //=> assert(sem_timedwait(&full, &time) == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  mtx_init(&mutex, mtx_timed);
  sem_init(&full, 0, 0);
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
