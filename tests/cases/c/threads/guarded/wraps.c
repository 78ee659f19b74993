// rmt: check --check none --contexts all --bound 4 => safe
// Sums of threads wrap around.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char sum;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  sum += 100; //=> (not natively) sum += 101;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(sum == 144);
  return 0;
}
