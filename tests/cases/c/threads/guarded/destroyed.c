// rmt: check --check lock --contexts all --bound 1 => safe-up-to-bound
// Whether a mutex is free is looked at where it is destroyed, so the loop of who holds it is followed up to the bound.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int next;

static void *counter(void *argument) {
  pthread_mutex_lock(&outer);
  next = 0;
  pthread_mutex_lock(&inner);
  for (int x = next; x < 5; x++) assert(x < 5); //=> for (int x = next; x < 5; x++) assert(x < 1);
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, counter, 0);
  pthread_mutex_lock(&outer);
  next = 0;
  pthread_mutex_unlock(&outer);
  pthread_join(thread, 0);
  pthread_mutex_destroy(&inner);
  return 0;
}
