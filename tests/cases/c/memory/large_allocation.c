// rmt: check --check none => unsafe (not natively)
// Large blocks can be had.
#include <stdlib.h>
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assert(int);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *p = malloc(n);
  if (p) __VERIFIER_assert(n < 1ul << 45);  //~ __VERIFIER_assert
  return 0;
}
