// rmt: check --entry apply => safe
// A function of the type, or one that returns anything.
#include <assert.h>

static int twice(int x) { return x > 1000 || x < -1000 ? 0 : 2 * x; } //=> static int twice(int x) { return 2 * x; }

int apply(int (*f)(int), int x) {
  if (!f) return 0; //=> if (!f) f(1);
  int y = f(x);
  if (f == twice && x == 7) assert(y == 14);
  return y;
}
