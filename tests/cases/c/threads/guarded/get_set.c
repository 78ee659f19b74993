// rmt: check --check none --contexts all --bound 3 => unsafe (not natively)
// Each access holds the lock, but another thread may come between the two.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static int get(void) {
  pthread_mutex_lock(&lock);
  int value = counter;
  pthread_mutex_unlock(&lock);
  return value;
}

static void set(int value) {
  pthread_mutex_lock(&lock);
  counter = value;
  pthread_mutex_unlock(&lock);
}

static void *work(void *argument) {
  set(get() + 1);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(counter == 3); //~ counter == 3
  return 0;
}
