// prove: induction => safe, mutants unsafe
// A recursive sort stays within the block that it is given.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void quick(int *a, int lo, int hi) {
    if (lo >= hi) return;
    int pivot = a[hi], at = lo;
    for (int j = lo; j < hi; j++) //=>     for (int j = lo; j <= hi; j++)
        if (a[j] <= pivot) {
            int t = a[at];
            a[at] = a[j];
            a[j] = t;
            at++;
        }
    int t = a[at];
    a[at] = a[hi];
    a[hi] = t;
    quick(a, lo, at - 1);
    quick(a, at + 1, hi);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) return 0;
    int *a = malloc(n * sizeof *a);
    if (a == NULL) return 1;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    quick(a, 0, n - 1); //=>     quick(a, 0, n);
    free(a);
    return 0;
}
