// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x;
    while (y > 1 && __VERIFIER_nondet_int())
        y = y / 2; //=> y = y / 2 + 3;
    assert(y <= x);
    return 0;
}
