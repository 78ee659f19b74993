// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char c = 0;
    while (__VERIFIER_nondet_int()) {
        c += 2; //=> c += 3;
        assert(c % 2 == 0);
    }
    return 0;
}
