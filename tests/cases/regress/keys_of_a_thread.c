// rmt: check --bound 3 --contexts 1 --check none => safe-up-to-bound
// No destructor runs for a key that is deleted; one that sets the value again runs again.
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static pthread_key_t deleted, again;
static tss_t third;
static int x, runs;

static void never(void *value) { assert(0); }

static void twice(void *value) {
  if (++runs == 1) pthread_setspecific(again, &x);
}

static void *work(void *argument) {
  pthread_setspecific(deleted, &x);
  pthread_setspecific(again, &x);
  tss_set(third, &runs);
  assert(tss_get(third) == &runs); //=> assert(tss_get(third) == &x);
  pthread_key_delete(deleted); //=> ;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&deleted, never);
  pthread_key_create(&again, twice);
  tss_create(&third, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  assert(runs == 2); //=> assert(runs == 1);
  return 0;
}
