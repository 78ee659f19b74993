// rmt: check --bound 1 --contexts 2 --check none => safe-up-to-bound
// What waits for a read-write lock for a time holds it if it says so.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int written;

static void *work(void *argument) {
  struct timespec time = {0};
  if (pthread_rwlock_timedwrlock(&lock, &time) == 0) { //=> (not natively) pthread_rwlock_timedwrlock(&lock, &time); {
    assert(++written == 1);
    written--;
    pthread_rwlock_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
