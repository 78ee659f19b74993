// rmt: check --bound 0 --check none => safe
// Reads of several places, one after the other as conditions say, and together in a section.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int here = 1, there = 0;
static int *place = &here;

static void *moved(void *argument) {
  there = 1;
  place = &there;
  here = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, moved, 0);
  assert(here || place == &here || there); //=> assert(there || place == &here || here);
  assert(*place == 1 || place != &here); //=> assert(place != &here || *place == 1);
  __VERIFIER_atomic_begin();
  int sum = here + there;
  __VERIFIER_atomic_end();
  assert(sum >= 1);
  return 0;
}
