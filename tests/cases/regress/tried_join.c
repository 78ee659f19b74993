// rmt: check --bound 0 --contexts 2 --check none => safe-up-to-bound
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *argument) {
  assert(pthread_join(pthread_self(), 0) != 0); //=> assert(pthread_join(pthread_self(), 0) == 0);
  done = 1;
  return &done;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, work, 0);
  if (pthread_tryjoin_np(thread, &result) == 0) { //=> if (pthread_tryjoin_np(thread, &result) != 0) {
    assert(done == 1 && result == &done);
    return 0;
  }
  pthread_join(thread, &result);
  return 0;
}
