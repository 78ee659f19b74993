/* Filter an array in two passes: count what passes, then copy exactly that. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *filter(const int *a, int n, int limit, int *len)
{
    int i, k = 0, *out;

    for (i = 0; i < n; i++)
        if (a[i] <= limit)
            k++;
    *len = k;
    if (k == 0)
        return NULL;
    out = malloc((size_t)k * sizeof *out);
    if (out == NULL)
        return NULL;
    k = 0;
    for (i = 0; i < n; i++)
        if (a[i] <= limit)
            out[k++] = a[i];
    return out;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
    int i, len, *a, *out;

    if (n < 1 || n > 1000000)
        return 0;
    a = malloc((size_t)n * sizeof *a);
    if (a == NULL)
        return 1;
    for (i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    out = filter(a, n, limit, &len);
    assert(len >= 0 && len <= n);
    if (out != NULL)
        for (i = 0; i < len; i++)
            assert(out[i] <= limit);
    free(out);
    free(a);
    return 0;
}
