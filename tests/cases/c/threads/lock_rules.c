// rmt: check --bound 0 --check lock => safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_lock(&lock); //=> (not natively) ;
  pthread_mutex_unlock(&lock); //=> (not natively) pthread_mutex_lock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0); //=> (not natively) ;
  pthread_mutex_destroy(&lock);
  return 0;
}
