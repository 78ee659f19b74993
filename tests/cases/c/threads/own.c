// rmt: check --bound 0 --check none => safe
// A thread-local variable, and atomic functions of verifiers.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine; //=> static int mine;
static int shared;

void __VERIFIER_atomic_add(void) {
  int now = shared;
  shared = now + 1;
}

static void *work(void *argument) {
  assert(mine == 0); //=> assert(mine == 1);
  mine = 5;
  __VERIFIER_atomic_add(); //=> { int now = shared; shared = now + 1; }
  return 0;
}

int main(void) {
  pthread_t thread;
  mine = 1;
  pthread_create(&thread, 0, work, 0);
  __VERIFIER_atomic_add();
  pthread_join(thread, 0);
  assert(mine == 1 && shared == 2); //=> (not natively) assert(mine == 1 && shared == 1);
  return 0;
}
