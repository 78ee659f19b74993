// rmt: check => safe
// Of a function like the cosine, the range is known, and that it gives the same for the same number.
#include <assert.h>
#include <math.h>

double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double(), y = x;
  assert(cos(x) <= 1 && cos(x) >= -1); //=> (not natively) assert(cos(x) <= 0.5);
  assert(sin(x) == sin(y));
  assert(exp(x) >= 0);
  if (x >= -1 && x <= 1) assert(acos(x) >= 0 && acos(x) < 3.2);
  if (x >= 0) assert(sqrt(x) >= 0);
}
