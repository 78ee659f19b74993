// rmt: check --bound 0 --contexts 1 --check race => unknown
// A relaxed flag orders nothing.
#include <pthread.h>
#include <stdatomic.h>

static int data, seen;
static atomic_int flag;

static void *work(void *argument) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) seen = data;
  return 0;
}
