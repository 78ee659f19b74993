/* Build a binary heap by sifting down; every parent is at least its children. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void sift_down(int *a, int i, int n)
{
    int child, t;

    while ((child = 2 * i + 1) < n) {
        if (child + 1 < n && a[child + 1] > a[child])
            child++;
        if (a[i] >= a[child])
            break;
        t = a[i];
        a[i] = a[child];
        a[child] = t;
        i = child;
    }
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
    for (i = n / 2 - 1; i >= 0; i--)
        sift_down(a, i, n);
    for (i = 1; i < n; i++)
        assert(a[(i - 1) / 2] >= a[i]);
    free(a);
    return 0;
}
