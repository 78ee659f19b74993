// rmt: check --check none --contexts all --bound 4 => safe
// The greatest of the threads' numbers.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int most;

static void *work(void *argument) {
  int number = *(int *)argument;
  pthread_mutex_lock(&lock);
  if (number > most) most = number; //=> (not natively) if (number > most) { pthread_mutex_unlock(&lock); pthread_mutex_lock(&lock); most = number; }
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  int numbers[4] = {3, 9, 4, 7};
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, &numbers[i]);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(most == 9);
  return 0;
}
