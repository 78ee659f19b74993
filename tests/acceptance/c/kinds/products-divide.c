/* Euclidean division by shift and subtract, for a machine without a divider. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned divide(unsigned a, unsigned b, unsigned *rem)
{
    unsigned q = 0, bit = 1, d = b;

    while (d <= a / 2) {
        d *= 2;
        bit *= 2;
    }
    while (bit > 0) {
        if (a >= d) {
            a -= d;
            q += bit;
        }
        d /= 2;
        bit /= 2;
    }
    *rem = a;
    return q;
}

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), q, r;

    if (b == 0)
        return 0;
    q = divide(a, b, &r);
    assert(r < b);
    assert(q * b + r == a);
    return 0;
}
