// rmt: check --bound 0 --check none => unsafe
// One expression reads two places: between them the other thread moves what is counted from the one to the other.
#include <assert.h>
#include <pthread.h>

static int here = 0, there = 1;

static void *moved(void *argument) {
  here = 1;
  there = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, moved, 0);
  assert(here + there >= 1); //~ here + there
  return 0;
}
