// rmt: check --check overflow --contexts all --bound 4 => safe
// Locks in functions; what a thread does is given by its argument.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;
static int calls;

static void enter(void) { pthread_mutex_lock(&lock); } //=> (not natively) static void enter(void) { }
static void leave(void) { pthread_mutex_unlock(&lock); }

static void add(long amount) {
  enter();
  sum += amount;
  calls++;
  leave();
}

static void *work(void *argument) {
  long amount = (long)argument;
  add(amount);
  add(-1);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, (void *)(10 * i));
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(sum == 56);
  assert(calls == 8);
  return 0;
}
