// rmt: check --bound 0 => safe
// Arguments and results of threads, and the memory that they share.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct work {
  int in, out;
};

static void *twice(void *argument) {
  struct work *work = argument;
  work->out = 2 * work->in;
  return work;
}

int main(void) {
  struct work *work = malloc(sizeof *work);
  if (!work) return 1;
  work->in = 21;
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, twice, work);
  pthread_join(thread, &result); //=> result = work;
  assert(((struct work *)result)->out == 42); //=> assert(((struct work *)result)->out == 41);
  free(work);
  return 0;
}
