/* Functions of <math.h> that give two results, or an integer. */

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

/* What does not fit is any. */
static long long integer(double n, long long most) {
  if (n >= -(double)most - 1 && n < (double)most + 1) return (long long)n;
  return __VERIFIER_nondet_long();
}

long lround(double x) { return (long)integer(__builtin_round(x), __LONG_MAX__); }

long long llround(double x) { return integer(__builtin_round(x), __LONG_LONG_MAX__); }

long lroundf(float x) { return lround(x); }

long long llroundf(float x) { return llround(x); }

long lrint(double x) { return (long)integer(__builtin_rint(x), __LONG_MAX__); }

long long llrint(double x) { return integer(__builtin_rint(x), __LONG_LONG_MAX__); }

long lrintf(float x) { return lrint(x); }

long long llrintf(float x) { return llrint(x); }
