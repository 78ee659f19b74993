// rmt: check --bound 0 --contexts 2 --check deadlock => unsafe (not natively)
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void prepare(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_once(&once, prepare);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_once(&once, prepare); //~ deadlock
  pthread_join(thread, 0);
  return 0;
}
