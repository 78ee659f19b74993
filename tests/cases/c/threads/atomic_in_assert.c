// rmt: check --bound 0 --check none => safe
// What is atomic in what a macro is given.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static atomic_flag flag = ATOMIC_FLAG_INIT;

static void *work(void *argument) {
  atomic_fetch_add(&count, 1); //=> count = count + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  assert(atomic_fetch_add(&count, 1) <= 1); //=> assert(atomic_fetch_add(&count, 1) < 1);
  pthread_join(thread, 0);
  assert(atomic_load(&count) == 2 && !atomic_flag_test_and_set(&flag));
  assert(atomic_flag_test_and_set(&flag)); //=> assert(!atomic_flag_test_and_set(&flag));
  return 0;
}
