// rmt: check --check none => safe
// A thread looks again and again, with a lock, whether there is something.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;

static void *produce(void *argument) {
  pthread_mutex_lock(&lock);
  value = 7;
  ready = 1; //=> (not natively) ready = 1; value = 7; pthread_mutex_unlock(&lock); pthread_mutex_lock(&lock); value = 8;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  int seen = 0, found = 0;
  pthread_create(&thread, 0, produce, 0);
  while (!seen) {
    pthread_mutex_lock(&lock);
    seen = ready; //=> seen = 1;
    found = value;
    pthread_mutex_unlock(&lock);
    sched_yield();
  }
  assert(found == 7);
  pthread_join(thread, 0);
  return 0;
}
