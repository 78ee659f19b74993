// rmt: check --float ieee => safe
// What kind of number it is, and how many bits are like the sign.
#include <assert.h>
#include <float.h>
#include <math.h>

double any(void);

int main(void) {
  double x = any();
  assert(fpclassify(1.0) == FP_NORMAL); //=> assert(fpclassify(1.0) == FP_ZERO);
  assert(fpclassify(-0.0f) == FP_ZERO);
  assert(fpclassify(FLT_MIN / 2) == FP_SUBNORMAL); //=> assert(fpclassify(FLT_MIN) == FP_SUBNORMAL);
  assert(fpclassify(DBL_MAX * 2) == FP_INFINITE);
  assert((fpclassify(x) == FP_NAN) == (x != x)); //=> assert((fpclassify(x) == FP_NORMAL) == (x == x));
  assert((fpclassify(x) == FP_NORMAL) == (isnormal(x) != 0));
  assert(__builtin_clrsb(0) == 31 && __builtin_clrsb(-3) == 29); //=> assert(__builtin_clrsb(-3) == 30);
  assert(__builtin_clrsbll(1) == 62);
  return 0;
}
