// rmt: check --check none --float real => safe
// Real numbers, by default: not rounded.
#include <math.h>
void __VERIFIER_assert(int);

int main(void) {
  double sum = 0.5 + 0.125;
  __VERIFIER_assert((sum + 1e30) - 1e30 == sum);  //=> __VERIFIER_assert((sum + 1e30) - 1e30 == 1);
  __VERIFIER_assert(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1);  //=> __VERIFIER_assert(floor(-1.5) == -1);
  __VERIFIER_assert(round(2.5) == 3 && round(-2.5) == -3);  //=> __VERIFIER_assert(round(2.5) == 2);
  __VERIFIER_assert(fabs(-2.5) == 2.5 && !isnan(sum) && isfinite(sum));  //=> __VERIFIER_assert(isinf(sum));
  return 0;
}
