// rmt: check --check none --bound 2 => safe
// A round that fails writes what is there; so the loop needs no bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *count(void *argument) {
  while (atomic_exchange(&lock, 1)) //=> while (atomic_load(&lock))
    ;
  counter++;
  atomic_store(&lock, 0);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, count, 0);
  pthread_create(&other, 0, count, 0);
  pthread_join(one, 0); //=> ;
  pthread_join(other, 0);
  assert(counter == 2); //=> assert(counter == 1);
  return 0;
}
