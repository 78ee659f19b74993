// rmt: check --check none => safe
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  assert((a & 0x0f) + (a & 0xf0) == a);
  assert((a ^ a) == 0 && (a | 0) == a);
  assert((a << 3 >> 3) == a);
  assert((unsigned char)~a == 255 - a); //=> assertion: assert(~a == 255 - a);
  assert((a & 1) == a % 2);
  return 0;
}
