// rmt: check --check none => safe
// Unsigned arithmetic wraps, narrowing keeps the low bits, comparisons convert.
#include <assert.h>
#include <limits.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  assert(u + 1 > u || u == UINT_MAX); //=> assertion: assert(u + 1 > u);
  unsigned char byte = 300;
  assert(byte == 44);
  signed char small = (signed char)200;
  assert(small == -56);
  assert(-1 > 0u); //=> assertion: assert(-1 < 0u);
  short s = (short)70000;
  assert(s == 4464);
  long long wide = (long long)INT_MAX + 1;
  assert(wide == 2147483648LL);
  _Bool truth = 256;
  assert(truth == 1);
  return 0;
}
