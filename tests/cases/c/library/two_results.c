// rmt: check --float ieee => safe
#include <assert.h>
#include <math.h>

int main(void) {
  int exponent;
  double whole, fraction = frexp(-12.0, &exponent);
  assert(fraction == -0.75 && exponent == 4); //=> assert(exponent == 3);
  fraction = modf(-2.25, &whole);
  assert(fraction == -0.25 && whole == -2.0); //=> assert(fraction == 0.75);
  assert(frexp(0.0, &exponent) == 0.0 && exponent == 0);
  assert(signbit(-0.0) && !signbit(1.5)); //=> assert(signbit(0.0));
  return 0;
}
