// rmt: check => safe
// Each thread has its own, also where its address is taken.
#include <assert.h>
#include <pthread.h>

static _Thread_local int count = 1;
static _Thread_local struct { int first, second; } pair = {1, 2};

static void increase(int *number) { ++*number; }

static void *run(void *argument) {
  increase(&count);
  pair.first = 7;
  assert(count == 2 && pair.second == 2); //=> assert(count == 3 || pair.second == 3);
  return argument;
}

int main(void) {
  pthread_t thread;
  increase(&count);
  increase(&count);
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(count == 3 && pair.first == 1); //=> assert(count == 4 || pair.first == 7);
  return 0;
}
