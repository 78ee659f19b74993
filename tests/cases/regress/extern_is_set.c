// rmt: check => safe
// What is defined elsewhere has a value, also where addresses are looked at.
#include <stdint.h>

struct functions {
  int unused;
  int limit;
};

extern struct functions table;

static int below(uintptr_t n) { return n % 16 == 0 && table.limit > 3; } //=> (not natively) static int below(uintptr_t n) { int limit; return n % 16 == 0 && limit > 3; }

int main(void) {
  int x = 0;
  return below((uintptr_t)&x) + below((uintptr_t)&table);
}
