// prove: descent => unknown
// x is 0 where memory is accessed, and 1 behind that: the assumption holds.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void)
{
    int n = __VERIFIER_nondet_int(), x;
    if (n < 1 || n > 1000) return 0;
    char *p = malloc(n);
    if (!p) return 0;
    for (int i = 0; i < n; i++) p[i] = 1;
    if (__VERIFIER_nondet_int()) {
        x = 0;
        p[x] = 2;
        x = 1;
    } else {
        x = 0;
        p[x] = 3;
        x = 1;
    }
    __VERIFIER_assume(x == 1);
    p[n] = 0;
    return 0;
}
