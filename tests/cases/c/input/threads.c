// rmt: check --check none => rejected
#include <pthread.h>

static void *work(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0); //~ `pthread_create` is not supported
  return 0;
}
