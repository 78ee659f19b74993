// rmt: check --check none --bound 2 => safe
// Reads until the lock looks free, then tries to take it, and reads again if that fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *count(void *argument) {
  for (;;) {
    while (atomic_load(&lock))
      ;
    if (!atomic_exchange(&lock, 1)) break; //=> atomic_store(&lock, 1); break;
  }
  counter++;
  atomic_store(&lock, 0);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, count, 0);
  pthread_create(&other, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(other, 0); //=> ;
  assert(counter == 2);
  return 0;
}
