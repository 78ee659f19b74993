// prove: induction => safe, mutants unsafe
// The union of two sorted arrays: what is written is no more than what was read of both together.
#include <stdlib.h>

extern int nondet_int(void);

int main(void)
{
    int n = nondet_int(), m = nondet_int(), i = 0, j = 0, k = 0;

    if (n < 1 || m < 1 || n > 1000 || m > 1000)
        return 0;
    int *a = calloc(n, sizeof *a), *b = calloc(m, sizeof *b), *c = malloc((n + m) * sizeof *c);
    if (a && b && c) {
        while (i < n && j < m) {
            if (a[i] < b[j])
                c[k++] = a[i++];
            else if (a[i] > b[j])
                c[k++] = b[j++];
            else {
                c[k++] = a[i++];
                j++; //=>                 j--;
            }
        }
        while (i < n)
            c[k++] = a[i++];
        while (j < m) //=>         while (j <= m)
            c[k++] = b[j++];
    }
    free(a);
    free(b);
    free(c);
    return k;
}
