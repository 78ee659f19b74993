/* Binary search for the first element that is not below a key. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int lower_bound(const int *a, int n, int key)
{
    int lo = 0, hi = n, mid;

    while (lo < hi) {
        mid = lo + (hi - lo) / 2;
        if (a[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), key = __VERIFIER_nondet_int(), i, at, *a;

    if (n < 1 || n > 1000000)
        return 0;
    a = malloc((size_t)n * sizeof *a);
    if (a == NULL)
        return 1;
    /* readings of a counter that never falls */
    for (i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (i > 0 && a[i] < a[i - 1])
            a[i] = a[i - 1];
    }
    at = lower_bound(a, n, key);
    assert(at >= 0 && at <= n);
    for (i = 0; i < at; i++)
        assert(a[i] < key);
    for (i = at; i < n; i++)
        assert(a[i] >= key);
    free(a);
    return 0;
}
