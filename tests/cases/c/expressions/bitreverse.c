// rmt: check --check none --int bits => safe
#include <assert.h>

extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned short x = __VERIFIER_nondet_ushort();
  assert(__builtin_bitreverse16(__builtin_bitreverse16(x)) == x);
  assert(__builtin_bitreverse16(x) % 2 == (x >> 15)); //=> assertion: assert(__builtin_bitreverse16(x) % 2 == (x >> 14));
  unsigned long long y = __VERIFIER_nondet_ulonglong();
  assert((__builtin_bitreverse64(y) >> 63) == y % 2); //=> assertion: assert((__builtin_bitreverse64(y) >> 62) == y % 2);
  assert(__builtin_bitreverse32(0x12345678) == 0x1e6a2c48 && __builtin_bitreverse8(6) == 96);
  return 0;
}
