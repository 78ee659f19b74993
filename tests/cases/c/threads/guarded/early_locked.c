// rmt: check --check deadlock --contexts all --bound 3 => unsafe (not natively)
// A function that returns early does not unlock: others wait for ever.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 3, sold;

static int buy(int count) {
  pthread_mutex_lock(&lock); //~ deadlock
  if (stock < count) return 0;
  stock -= count;
  sold += count;
  pthread_mutex_unlock(&lock);
  return 1;
}

static void *customer(void *argument) {
  int count = *(int *)argument;
  buy(count);
  buy(count);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  int counts[3] = {1, 2, 1};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, customer, &counts[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(stock >= 0 && stock + sold == 3);
  return 0;
}
