// rmt: check --bound 40 => safe
// There is room for more handlers than the standard asks for.
#include <assert.h>
#include <stdlib.h>

static int ran;
static void last(void) { assert(ran == 33); } //=> static void last(void) { assert(ran < 33); }
static void step(void) { ran++; }

int main(void) {
  atexit(last);
  for (int i = 0; i < 33; i++) atexit(step);
}
