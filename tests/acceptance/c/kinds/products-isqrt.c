/* Integer square root by bisection. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned isqrt(unsigned n)
{
    unsigned lo = 0, hi = 65535, mid; //=>     unsigned lo = 0, hi = 65536, mid;

    while (lo < hi) {
        mid = (lo + hi + 1) / 2;
        if (mid * mid <= n)
            lo = mid;
        else
            hi = mid - 1;
    }
    return lo;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    unsigned long long r = isqrt(n);

    assert(r * r <= n);
    assert((r + 1) * (r + 1) > n);
    return 0;
}
