// rmt: check --check none => safe
#include <assert.h>

int next(void) {
  static int last = 40;
  return ++last;
}

int main(void) {
  int first = next();
  assert(first == 41);
  assert(next() == 42); //=> assertion: assert(next() == 41);
  return 0;
}
