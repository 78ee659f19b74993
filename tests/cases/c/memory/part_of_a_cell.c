// rmt: check --check none => unsafe
// memcpy of a length that nobody knows may end within an element.
#include <string.h>
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assert(int);

int main(void) {
  int x = 0x01010101, y = 0x02020202;
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n > 4) return 0;
  memcpy(&x, &y, n);
  __VERIFIER_assert(x == 0x01010101 || x == 0x02020202);  //~ __VERIFIER_assert
  return 0;
}
