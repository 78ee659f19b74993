/* The greatest common divisor by recursion; reduce a fraction with it. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

int main(void)
{
    int num = __VERIFIER_nondet_int(), den = __VERIFIER_nondet_int(), g;

    if (num < 0 || den <= 0)
        return 0;
    g = gcd(num, den);
    assert(g > 0);
    assert(num % g == 0 && den % g == 0);
    assert(den / g > 0);
    return 0;
}
