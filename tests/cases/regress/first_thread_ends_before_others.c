// rmt: check --bound 1 --contexts 2 --check leak => safe-up-to-bound
// What runs at the end runs when the last thread has ended, and what is lost then is lost.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void last(void) { assert(done == 1); } //=> static void last(void) { assert(done == 0); }

static void *work(void *argument) {
  int *block = malloc(sizeof *block);
  free(block); //=> (not natively) leaked: ;
  done = 1;
  return 0;
}

static void end(void) { pthread_exit(0); }

int main(void) {
  pthread_t thread;
  atexit(last);
  pthread_create(&thread, 0, work, 0);
  end();
  assert(0);
}
