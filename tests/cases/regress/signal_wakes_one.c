// rmt: check --check deadlock => safe
// A signal wakes one of those who wait: for all of them to go on, it takes a broadcast, or a signal for each.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stops = PTHREAD_COND_INITIALIZER;
static int stopping;

static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  if (!stopping) pthread_cond_wait(&stops, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, work, 0);
  pthread_create(&second, 0, work, 0);
  pthread_mutex_lock(&mutex);
  stopping = 1;
  pthread_cond_broadcast(&stops); //=> pthread_cond_signal(&stops);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
