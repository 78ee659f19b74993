// rmt: check --check deadlock => safe
// A signal that comes beside the cancellation of a thread that waits is one for the others.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void give_back(void *mutex) { pthread_mutex_unlock(mutex); }

static void *wait_in_vain(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(give_back, &mutex);
  pthread_cond_wait(&changed, &mutex);
  pthread_cond_signal(&changed);
  pthread_cleanup_pop(1);
  return argument;
}

static void *end(void *thread) {
  pthread_cancel(*(pthread_t *)thread);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed); //=> ;
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, wait_in_vain, 0);
  pthread_create(&second, 0, end, &first);
  pthread_mutex_lock(&mutex);
  if (!ready) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
