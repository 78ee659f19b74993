/* Swapping elements keeps the sum of an array. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static long long sum(const int *a, unsigned n)
{
    long long s = 0;
    unsigned i;

    for (i = 0; i < n; i++)
        s += a[i];
    return s;
}

static void shuffle(int *a, unsigned n)
{
    unsigned i, j;
    int t;

    for (i = 0; i + 1 < n; i++) {
        j = i + __VERIFIER_nondet_uint() % (n - i);
        t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i;
    long long before;
    int *a;

    if (n < 1 || n > 1000000)
        return 0;
    a = malloc(n * sizeof *a);
    if (a == NULL)
        return 1;
    for (i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    before = sum(a, n);
    shuffle(a, n);
    assert(sum(a, n) == before);
    free(a);
    return 0;
}
