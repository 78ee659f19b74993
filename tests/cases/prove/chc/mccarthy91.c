// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int f(int n) {
    return n > 100 ? n - 10 : f(f(n + 11));
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    int r = f(n);
    assert(n > 101 || r == 91); //=> assert(n > 102 || r == 91);
    return 0;
}
