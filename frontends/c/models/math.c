/* Functions of <math.h> that give two results, or an integer. */

/* Of neither zero, nor infinite, nor no number. */
#define FRACTION(x, exponent) \
  *exponent = 0; \
  if (x == 0 || x - x != 0) return x; \
  while (x >= 1 || x <= -1) { \
    x /= 2; \
    ++*exponent; \
  } \
  while (x < 0.5 && x > -0.5) { \
    x *= 2; \
    --*exponent; \
  } \
  return x

double frexp(double x, int *exponent) { FRACTION(x, exponent); }

double modf(double x, double *whole) {
  *whole = __builtin_trunc(x);
  return x - x != 0 && x == x ? 0 : x - *whole;
}

/* What is exact for numbers of twice the digits is so for these. */
float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

float modff(float x, float *whole) {
  double exactly;
  float rest = (float)modf(x, &exactly);
  *whole = (float)exactly;
  return rest;
}

long double frexpl(long double x, int *exponent) { FRACTION(x, exponent); }

long double modfl(long double x, long double *whole) {
  *whole = __builtin_truncl(x);
  return x - x != 0 && x == x ? 0 : x - *whole;
}

double copysign(double x, double y) { return __builtin_signbit(x) == __builtin_signbit(y) ? x : -x; }

float copysignf(float x, float y) { return __builtin_signbit(x) == __builtin_signbit(y) ? x : -x; }

long double copysignl(long double x, long double y) {
  return __builtin_signbit(x) == __builtin_signbit(y) ? x : -x;
}

double fdim(double x, double y) { return x <= y ? 0 : x - y; }

float fdimf(float x, float y) { return x <= y ? 0 : x - y; }

long double fdiml(long double x, long double y) { return x <= y ? 0 : x - y; }

/* What is too small to have all its digits is any, and what is too large for any number. */
double ldexp(double x, int power) {
  /* Neither zero, nor infinite, nor no number. */
  if (x == 0 || x - x != 0) return x;
  if (power > 2100 || power < -2100) return __VERIFIER_nondet_double();
  for (; power > 0 && x - x == 0; power--) x *= 2;
  for (; power < 0; power++) {
    if (x < 0x1p-1021 && x > -0x1p-1021) return __VERIFIER_nondet_double();
    x /= 2;
  }
  return x;
}

float ldexpf(float x, int power) { return (float)ldexp(x, power); }

double scalbn(double x, int power) { return ldexp(x, power); }

double scalbln(double x, long power) {
  return ldexp(x, power > __INT_MAX__ ? __INT_MAX__ : power < -__INT_MAX__ ? -__INT_MAX__ : (int)power);
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
