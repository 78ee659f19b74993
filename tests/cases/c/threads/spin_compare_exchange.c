// rmt: check --check none --bound 2 => safe
// What a failing round leaves in the expected value is overwritten before the next.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *count(void *argument) {
  int expected;
  do {
    expected = 0; //=> expected = atomic_load(&lock);
  } while (!atomic_compare_exchange_strong(&lock, &expected, 1));
  counter++;
  atomic_store(&lock, 0);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, count, 0);
  pthread_create(&other, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
