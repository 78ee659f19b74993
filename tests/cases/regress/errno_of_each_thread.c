// rmt: check --check race => safe
// Each thread has its own.
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void *run(void *none) {
  errno = 0;
  //=> (not natively) shared = 1;
  if (strtol("77777777777777777777", NULL, 10) < 0 || errno != ERANGE)
    abort();
  return NULL;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, NULL))
    return 1;
  shared = 2;
  errno = 1;
  if (errno != 1)
    abort();
  pthread_join(thread, NULL);
  return 0;
}
