// rmt: check --check none --int bits => unsafe (not natively)
// What is no number has any bits that say so.
#include <assert.h>
#include <stdint.h>

union word {
  double number;
  uint64_t bits;
};

extern double __VERIFIER_nondet_double(void);

int main(void) {
  union word a, b;
  a.number = b.number = __VERIFIER_nondet_double();
  if (a.number == a.number)
    assert(a.bits == b.bits);
  else
    assert((a.bits << 1) > 0xffe0000000000000);
  double zero = a.number != 0 ? 0.0 : a.number;
  assert(zero == 0);
  assert(a.bits == b.bits); //~ assertion
  return 0;
}
