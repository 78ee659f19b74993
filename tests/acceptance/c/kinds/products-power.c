/* Power by squaring against power by repeated multiplication (modulo 2^32). */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned fast_power(unsigned x, unsigned n)
{
    unsigned r = 1;

    while (n > 0) {
        if (n % 2 == 1)
            r *= x;
        x *= x;
        n /= 2;
    }
    return r;
}

static unsigned slow_power(unsigned x, unsigned n)
{
    unsigned r = 1;

    while (n-- > 0)
        r *= x;
    return r;
}

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();

    if (n > 1000000)
        return 0;
    assert(fast_power(x, n) == slow_power(x, n));
    return 0;
}
