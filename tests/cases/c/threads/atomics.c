// rmt: check --bound 0 --check none => safe
#include <assert.h>
#include <pthread.h>

static int count;

static void *work(void *argument) {
  __sync_fetch_and_add(&count, 1); //=> count = count + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST); //=> int now = count; count = now + 1;
  pthread_join(thread, 0);
  assert(count == 2); //=> assert(count == 1);
  return 0;
}
