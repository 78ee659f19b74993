// prove: induction => safe, mutants unsafe
// What the outer loop says of its end, the inner one keeps.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) return 0;
    int *a = malloc(n * sizeof *a);
    if (a == NULL) return 1;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    for (int end = n - 1; end > 0; end--) //=>     for (int end = n - 2; end > 0; end--)
        for (int j = 0; j < end; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i + 1 < n; i++) __VERIFIER_assert(a[i] <= a[i + 1]);
    free(a);
    return 0;
}
