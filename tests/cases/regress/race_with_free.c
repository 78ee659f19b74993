// rmt: check --bound 0 --contexts 1 --check race => safe-up-to-bound
// Each has a block of its own, or none: nothing races at null.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument) {
  int *own = malloc(sizeof *own);
  *own = *(int *)argument; //=> (not natively) data race: *own = *(int *)argument; free(argument);
  free(own);
  return 0;
}

int main(void) {
  pthread_t thread;
  int *given = malloc(sizeof *given);
  pthread_create(&thread, 0, work, given);
  work(given);
  pthread_join(thread, 0); //=> (not natively) data race: ;
  free(given);
  return 0;
}
