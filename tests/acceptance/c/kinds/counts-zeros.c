/* Count the zeros of an array and the rest. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int count_zero(const int *a, int n)
{
    int i, c = 0;

    for (i = 0; i < n; i++)
        if (a[i] == 0)
            c++;
    return c;
}

static int count_nonzero(const int *a, int n)
{
    int i, c = 0;

    for (i = 0; i < n; i++)
        if (a[i] != 0)
            c++;
    return c;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), i, *a;

    if (n < 1 || n > 1000000)
        return 0;
    a = malloc((size_t)n * sizeof *a);
    if (a == NULL)
        return 1;
    for (i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    assert(count_zero(a, n) + count_nonzero(a, n) == n);
    free(a);
    return 0;
}
