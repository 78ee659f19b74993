// rmt: check => safe
// Numbers of any width have a fraction and a whole part.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
  float whole;
  int exponent, sign;
  assert(modff(3.5f, &whole) == 0.5f && whole == 3); //=> assert(modff(3.5f, &whole) == 0.5f && whole == 4);
  assert(frexpf(8.0f, &exponent) == 0.5f && exponent == 4); //=> assert(frexpf(8.0f, &exponent) == 0.5f && exponent == 3);
  lgamma_r(3.0, &sign);
  assert(sign == 1 || sign == -1);
  return 0;
}
