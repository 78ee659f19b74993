// rmt: check --bound 0 --check deadlock => unsafe
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&one);
  pthread_mutex_unlock(&one);
  pthread_mutex_unlock(&other);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&one);
  pthread_mutex_lock(&other); //~ deadlock
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&one);
  return 0;
}
