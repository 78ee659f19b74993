// rmt: check => safe
// A variable of a function may be the thread's own.
#include <assert.h>
#include <pthread.h>

static int *next(void) {
  static _Thread_local int number = 4;
  number++;
  return &number;
}

static void *run(void *argument) {
  assert(*next() == 5); //=> assert(*next() != 5);
  return argument;
}

int main(void) {
  pthread_t thread;
  next();
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
  assert(*next() == 6); //=> assert(*next() == 7);
  return 0;
}
