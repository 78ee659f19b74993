// rmt: check --check none => unsafe (not natively)
// Who looks for something with a lock holds it each time for a while, and others can tell.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *look(void *argument) {
  int seen = 0;
  while (!seen) {
    pthread_mutex_lock(&lock);
    seen = ready;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, look, 0);
  assert(pthread_mutex_trylock(&lock) == 0); //~ assertion
  ready = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
