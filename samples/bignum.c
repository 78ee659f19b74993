// rmt check samples/bignum.c --bound 3: unsafe
/*
 * Adds numbers of four digits to the base 256.
 *
 * The error: a sum of exactly 256 carries nothing.
 */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define DIGITS 4

struct number {
  unsigned char digit[DIGITS];
};

static struct number of(unsigned value) {
  struct number n;
  for (int i = 0; i < DIGITS; i++) {
    n.digit[i] = (unsigned char)(value % 256);
    value /= 256;
  }
  return n;
}

static unsigned value_of(const struct number *n) {
  unsigned value = 0;
  for (int i = DIGITS - 1; i >= 0; i--)
    value = value * 256 + n->digit[i];
  return value;
}

static struct number sum(const struct number *a, const struct number *b) {
  struct number c;
  unsigned carry = 0;
  for (int i = 0; i < DIGITS; i++) {
    unsigned digit = a->digit[i] + b->digit[i] + carry;
    c.digit[i] = (unsigned char)(digit % 256);
    carry = digit > 256;
  }
  return c;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  struct number a, b, c;
  if (x > 100000000 || y > 100000000)
    return 0;
  a = of(x);
  b = of(y);
  c = sum(&a, &b);
  assert(value_of(&c) == x + y);
  return 0;
}
