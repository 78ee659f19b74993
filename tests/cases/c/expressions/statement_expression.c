// rmt: check --check none => safe
#include <assert.h>

#define MAX(a, b)                                                                                                      \
  ({                                                                                                                   \
    __typeof__(a) _a = (a);                                                                                            \
    __typeof__(b) _b = (b);                                                                                            \
    _a > _b ? _a : _b;                                                                                                 \
  })

int main(void) {
  int n = 1;
  int m = MAX(n++, 5);
  assert(n == 2 && m == 5); //=> assertion: assert(n == 3);
  return 0;
}
