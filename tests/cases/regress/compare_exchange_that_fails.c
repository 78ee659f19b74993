// rmt: check --bound 0 --check race => safe
// It reads, and writes nothing.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int state = 1;
static int seen;

static void *work(void *argument) {
  int expected = 5; //=> (not natively) int expected = 1;
  atomic_compare_exchange_strong(&state, &expected, 7);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  seen = *(int *)&state;
  pthread_join(thread, 0);
  return 0;
}
