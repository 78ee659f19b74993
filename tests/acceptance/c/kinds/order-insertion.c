/* Insertion sort. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void insertion_sort(int *a, int n)
{
    int i, j, key;

    for (i = 1; i < n; i++) {
        key = a[i];
        j = i - 1;
        while (j >= 0 && a[j] > key) { //=>         while (j > 0 && a[j] > key) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = key;
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
    insertion_sort(a, n);
    for (i = 1; i < n; i++)
        assert(a[i - 1] <= a[i]);
    free(a);
    return 0;
}
