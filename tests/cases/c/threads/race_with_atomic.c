// rmt: check --bound 0 --check race => safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready; //=> (not natively) static int ready;
static int message;

static void *send(void *argument) {
  message = 7;
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, send, 0);
  if (ready) //=> (not natively) if (!ready)
    return message;
  return 0;
}
