// rmt: check --bound 0 --contexts 1 --check race => safe-up-to-bound
// Those side by side are one memory location.
#include <pthread.h>

static struct {
  int a : 4;
  int : 0;
  int b : 4, c : 4;
} flags;

static void *work(void *argument) {
  flags.a = 1; //=> (not natively) data race: flags.c = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  flags.b = 1; //=> (not natively) data race: flags.a = 1;
  pthread_join(thread, 0);
  return flags.c;
}
