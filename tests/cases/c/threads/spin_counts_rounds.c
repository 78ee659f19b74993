// rmt: check --check none --bound 3 => safe-up-to-bound
// The number of failing rounds is told: they are no idle ones, and the bound counts them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int seen;

static void *wait(void *argument) {
  int rounds = 0;
  while (!atomic_load(&ready)) rounds++;
  seen = rounds;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, wait, 0);
  atomic_store(&ready, 1);
  pthread_join(other, 0);
  assert(seen >= 0); //=> assert(seen < 2);
  return 0;
}
