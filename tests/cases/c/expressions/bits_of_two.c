// rmt: check --check none => safe
// rmt: check --check none --int bits => safe
// Bits of two numbers that nobody knows: more is asked of them than between which numbers they lie.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned char low = __VERIFIER_nondet_uchar(), high = __VERIFIER_nondet_uchar();
  if (x >= 12 && y >= 10 && x < 100 && y < 100 && x + y == 22) {
    assert((x ^ y) == 6 && (x & y) == 8 && (x | y) == 14); //=>     assert((x ^ y) == 6 && (x & y) == 8 && (x | y) == 15);
  }
  assert((low | high) == (low ^ high) + (low & high)); //=> assert((low | high) == (low ^ high));
  unsigned word = (unsigned)high << 8 | low;
  assert(word % 256 == low && word / 256 == high); //=> assert(word % 256 == low && word / 256 == low);
  unsigned shift = y % 8;
  assert((low << shift) >> shift == low); //=> assert((low << shift) >> 1 == low);
  return 0;
}
