// rmt: check --bound 0 --contexts 1 --check race => safe-up-to-bound
// A copy of so many bytes reads these and writes those.
#include <pthread.h>
#include <string.h>

static int from[100], to[100];
unsigned __VERIFIER_nondet_uint(void);
static unsigned count;

static void *work(void *argument) {
  memcpy(to, from, count * sizeof(int));
  return 0;
}

int main(void) {
  pthread_t thread;
  count = __VERIFIER_nondet_uint();
  if (count > 50) return 0;
  pthread_create(&thread, 0, work, 0);
  to[60] = from[10]; //=> (not natively) data race: to[40] = from[10];
  pthread_join(thread, 0);
  memset(to, 1, count * sizeof(int));
  return to[0];
}
