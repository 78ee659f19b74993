// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int sum(int n) {
    if (n <= 0)
        return 0;
    return n + sum(n - 1); //=> return n - sum(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    assert(sum(n) >= n);
    return 0;
}
