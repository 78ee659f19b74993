// rmt: check => unsafe (unasked, not natively)
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *increase(void *argument) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex); //~ a mutex is unlocked
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, increase, 0);
  pthread_join(thread, 0);
  return 0;
}
