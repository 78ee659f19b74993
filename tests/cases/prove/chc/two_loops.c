// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), a = 0, b;
    if (n < 0)
        return 0;
    while (a < n)
        a++;
    b = a;
    while (b > 0)
        b--; //=> b -= 2;
    assert(b == 0);
    return 0;
}
