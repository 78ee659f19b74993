// rmt: check --bound 1 --check none => safe
// A thread that is cancelled ends at its next cancellation point, and its handler runs.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void forget(void *place) { *(int *)place = 0; } //=> (not natively) static void forget(void *place) {}

static void *work(void *place) {
  pthread_cleanup_push(forget, place);
  *(int *)place = 1;
  usleep(10);
  *(int *)place = 2;
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  int kept = 5;
  void *result;
  pthread_create(&thread, 0, work, &kept);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(kept == (result == PTHREAD_CANCELED ? 0 : 2)); //=> (not natively) assert(kept == 2);
  return 0;
}
