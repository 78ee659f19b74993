// rmt: check --check none --bound 2 => safe
// What the last round but one has read matters behind the loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void *advance(void *argument) {
  atomic_store(&state, 1);
  atomic_store(&state, 2);
  return 0;
}

int main(void) {
  pthread_t other;
  int last = 0, now;
  pthread_create(&other, 0, advance, 0);
  while ((now = atomic_load(&state)) != 2) last = now;
  assert(last == 0 || last == 1); //=> assert(last == 0);
  return 0;
}
