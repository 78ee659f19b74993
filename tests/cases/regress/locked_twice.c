// rmt: check => unsafe (not natively)
// Who is alone waits for ever for what it holds itself.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(void) {
  pthread_mutex_lock(&lock); //~ deadlock
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_mutex_lock(&lock);
  count();
  return 0;
}
