// rmt: check --check none --bound 3 => unsafe
// What is registered runs when the program ends, also by `exit`, the last first.
#include <stdlib.h>
void __VERIFIER_assert(int);

static int order;

static void first(void) {
  __VERIFIER_assert(order == 0);  //~ order == 0
}

static void second(void) { order = 2; }

int main(void) {
  atexit(first);
  atexit(second);
  exit(1);
}
