// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i, found = 0;
    for (i = 0; i < n; i++)
        if (__VERIFIER_nondet_int()) {
            found = 1;
            break;
        }
    assert(!found || i < n); //=> assert(!found || i < n - 1);
    return 0;
}
