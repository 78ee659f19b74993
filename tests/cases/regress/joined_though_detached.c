// rmt: check => unsafe (unasked, not natively)
#include <pthread.h>

static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, nothing, 0);
  pthread_detach(thread);
  pthread_join(thread, 0); //~ a thread is joined
  return 0;
}
