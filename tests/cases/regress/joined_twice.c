// rmt: check --check lock => unsafe (not natively)
// A thread is joined once.
#include <pthread.h>

static void *run(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, NULL) != 0)
    return 1;
  pthread_join(thread, NULL);
  pthread_join(thread, NULL); //~ joined
  return 0;
}
