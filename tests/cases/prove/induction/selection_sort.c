// prove: induction => safe, mutants unsafe
// The least cell so far is one that a variable says.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) return 0;
    int *a = malloc(n * sizeof *a);
    if (a == NULL) return 1;
    for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i + 1 < n; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++) //=>         for (int j = i + 1; j <= n; j++)
            if (a[j] < a[least]) least = j;
        int t = a[i];
        a[i] = a[least];
        a[least] = t;
    }
    for (int i = 0; i + 1 < n; i++) __VERIFIER_assert(a[i] <= a[i + 1]);
    free(a);
    return 0;
}
