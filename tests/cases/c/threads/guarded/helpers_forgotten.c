// rmt: check --check none --contexts all --bound 3 => unsafe (not natively)
// One of the functions does not lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void add(long amount) {
  pthread_mutex_lock(&lock);
  sum += amount;
  pthread_mutex_unlock(&lock);
}

static void take(long amount) { sum -= amount; }

static void *work(void *argument) {
  add((long)argument);
  if ((long)argument == 2) take(1);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(sum == 2); //~ sum == 2
  return 0;
}
