// rmt: check --bound 0 --check none => safe
// A section that stands within another one does not end it.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x;

static void *work(void *argument) {
  x = 7;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end(); //=> __VERIFIER_atomic_end(); __VERIFIER_atomic_end();
  assert(x == 1); //=> assert(x == 2);
  __VERIFIER_atomic_end();
  return 0;
}
