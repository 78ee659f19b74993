// rmt: check => safe
// A function that is defined without saying anything about its parameters is called with some.
#include <assert.h>

static int ran;

static void *work() {
  ran = 1;
  return 0;
}

static void call(void *(*start)(void *), void *argument) { start(argument); }

int main(void) {
  call(&work, 0);
  assert(ran == 1); //=> assert(ran == 0);
  return 0;
}
