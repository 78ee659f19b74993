// rmt: check --check none --float ieee => safe
// Numbers of IEEE 754: rounded, signed zeros, infinite, not a number.
#include <math.h>
void __VERIFIER_assert(int);

static int truth(int holds) { return holds; }

int main(void) {
  float tenth = 0.1f;
  double sum = 0.1 + 0.2, zero = 0.0, big = 1e308;
  __VERIFIER_assert(sum != 0.3);                //=> __VERIFIER_assert(sum == 0.3);
  __VERIFIER_assert(tenth != 0.1);              //=> __VERIFIER_assert(tenth == 0.1);
  __VERIFIER_assert((float)sum == 0.3f);        //=> __VERIFIER_assert((float)sum < 0.3f);
  __VERIFIER_assert(16777216.0f + 1.0f == 16777216.0f);  //=> __VERIFIER_assert(16777216.0 + 1.0 == 16777216.0);
  __VERIFIER_assert(big * 10 == INFINITY);      //=> __VERIFIER_assert(big * 1 == INFINITY);
  __VERIFIER_assert(1 / -zero < 0);             //=> __VERIFIER_assert(1 / -zero > 0);
  double none = zero / zero;
  __VERIFIER_assert(none != none);              //=> __VERIFIER_assert(none == none);
  if (none < 1) __VERIFIER_assert(0);
  if (!(none < 1)) zero = 1;
  __VERIFIER_assert(zero == 1);
  __VERIFIER_assert(isnan(none) && !isnan(sum));  //=> __VERIFIER_assert(isnan(sum));
  __VERIFIER_assert(isinf(big * big) && !isinf(big) && isfinite(big));  //=> __VERIFIER_assert(isinf(big));
  __VERIFIER_assert(sqrt(2.25) == 1.5);         //=> __VERIFIER_assert(sqrt(2.25) == -1.5);
  __VERIFIER_assert(floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1);  //=> __VERIFIER_assert(floor(-1.5) == -1);
  __VERIFIER_assert(round(2.5) == 3 && rint(2.5) == 2);  //=> __VERIFIER_assert(round(2.5) == 2);
  __VERIFIER_assert(fabs(-2.5) == 2.5 && fmax(none, 2) == 2 && fmin(1, 2) == 1);  //=> __VERIFIER_assert(fmin(1, 2) == 2);
  return 0;
}
