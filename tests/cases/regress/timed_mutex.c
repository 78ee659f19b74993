// rmt: check --bound 1 --contexts 2 --check none => safe-up-to-bound
// What waits for a mutex for a time holds it if it says so.
#include <assert.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static int inside;

static void *work(void *argument) {
  struct timespec time = {0};
  if (mtx_timedlock(&mutex, &time) == thrd_success) { //=> if (mtx_timedlock(&mutex, &time) != thrd_error) {
    assert(++inside == 1);
    inside--;
    mtx_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  mtx_init(&mutex, mtx_timed);
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
