/* Functions of <math.h> that give two results. */

double frexp(double x, int *exponent) {
  *exponent = 0;
  /* Neither zero, nor infinite, nor no number. */
  if (x == 0 || x - x != 0) return x;
  while (x >= 1 || x <= -1) {
    x /= 2;
    ++*exponent;
  }
  while (x < 0.5 && x > -0.5) {
    x *= 2;
    --*exponent;
  }
  return x;
}

double modf(double x, double *whole) {
  *whole = __builtin_trunc(x);
  return x - x != 0 && x == x ? 0 : x - *whole;
}
