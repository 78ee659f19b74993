// rmt: check --bound 1 --check none => safe
#include <assert.h>
#include <pthread.h>

static int ready, value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void *produce(void *argument) {
  pthread_mutex_lock(&lock);
  value = 7;
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  pthread_mutex_lock(&lock);
  while (!ready) pthread_cond_wait(&changed, &lock); //=> ;
  assert(value == 7); //=> assert(value == 8);
  pthread_mutex_unlock(&lock);
  return 0;
}
