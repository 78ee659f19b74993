// rmt: check --check lock --contexts all --bound 5 => unsafe
// The violation of `destroyed.c` is far beyond the bound there.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int next;

static void *counter(void *argument) {
  pthread_mutex_lock(&outer);
  next = 0;
  pthread_mutex_lock(&inner);
  for (int x = next; x < 5; x++) assert(x < 4); //~ x < 4
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
