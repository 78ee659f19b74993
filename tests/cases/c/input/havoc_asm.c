// rmt: check --check none --havoc-asm => unsafe (not natively)
#include <assert.h>

int main(void) {
  int n = 0, m = 0;
  __asm__("nop" : "=r"(n));
  assert(m == 0);
  assert(n != 5); //~ assertion `n != 5` failed
  return 0;
}
