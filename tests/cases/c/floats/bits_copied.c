// rmt: check --check none --int bits => safe
// What is copied keeps its bits, also where they are of no number.
#include <assert.h>
#include <stdint.h>

union word {
  float number;
  uint32_t bits;
};

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  union word a, b, c;
  a.bits = __VERIFIER_nondet_uint();
  b.number = a.number;
  c = b;
  assert(c.bits == a.bits); //=> assert(c.bits == a.bits + 1);
  if (a.number == 1)
    assert(b.bits >> 23 == 127 && (b.bits & 0x7fffff) == 0); //=> assert(b.bits == 1);
  if (a.number == c.number)
    assert((a.bits & 0x7fffffff) <= 0x7f800000); //=> assert((a.bits & 0x7fffffff) < 0x7f800000);
  return 0;
}
