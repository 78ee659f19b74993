/* The partition step of quicksort, with two indices that meet. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void swap(int *x, int *y)
{
    int t = *x;

    *x = *y;
    *y = t;
}

/* Splits a[lo..hi] by its first element; returns where that ends up. */
static int partition(int *a, int lo, int hi)
{
    int pivot = a[lo], i = lo + 1, j = hi;

    for (;;) {
        while (i <= j && a[i] <= pivot)
            i++;
        while (i <= j && a[j] > pivot)
            j--;
        if (i > j)
            break;
        swap(&a[i], &a[j]);
    }
    swap(&a[lo], &a[j]);
    return j;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), i, p, *a;

    if (n < 1 || n > 1000000)
        return 0;
    a = malloc((size_t)n * sizeof *a);
    if (a == NULL)
        return 1;
    for (i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    p = partition(a, 0, n - 1);
    assert(p >= 0 && p < n);
    for (i = 0; i < p; i++)
        assert(a[i] <= a[p]);
    for (i = p + 1; i < n; i++)
        assert(a[i] > a[p]);
    free(a);
    return 0;
}
