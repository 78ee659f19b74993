// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int max = 0, last = 0;
    while (__VERIFIER_nondet_int()) {
        last = __VERIFIER_nondet_int();
        if (last > max)
            max = last; //=> max = last - 1;
    }
    assert(last <= max);
    return 0;
}
