/* Merge the two sorted halves of an array into another array. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

/* a[lo..mid) and a[mid..hi) are sorted; b[lo..hi) becomes sorted. */
static void merge(const int *a, int *b, int lo, int mid, int hi)
{
    int i = lo, j = mid, k;

    for (k = lo; k < hi; k++) {
        if (i < mid && (j >= hi || a[i] <= a[j]))
            b[k] = a[i++];
        else
            b[k] = a[j++];
    }
}

static void read_sorted(int *a, int lo, int hi)
{
    int i, x;

    for (i = lo; i < hi; i++) {
        x = __VERIFIER_nondet_int();
        a[i] = i > lo && x < a[i - 1] ? a[i - 1] : x;
    }
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), i, *a, *b;

    if (n < 1 || n > 1000000)
        return 0;
    a = malloc((size_t)n * sizeof *a);
    b = malloc((size_t)n * sizeof *b);
    if (a != NULL && b != NULL) {
        read_sorted(a, 0, n / 2);
        read_sorted(a, n / 2, n);
        merge(a, b, 0, n / 2, n);
        for (i = 0; i + 1 < n; i++)
            assert(b[i] <= b[i + 1]);
    }
    free(a);
    free(b);
    return 0;
}
