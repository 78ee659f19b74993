// rmt: check --bound 0 --check none => safe
// Operators on variables that are `_Atomic` read and write in one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count; //=> static int count;

static void *work(void *argument) {
  count++;
  count += 2;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  ++count;
  pthread_join(thread, 0);
  assert(count == 4); //=> assert(count == 3);
  return 0;
}
