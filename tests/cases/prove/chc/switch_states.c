// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int state = 0, depth = 0;
    while (__VERIFIER_nondet_int()) {
        switch (state) {
        case 0:
            depth = 1;
            state = 1;
            break;
        case 1:
            depth = 2;
            state = __VERIFIER_nondet_int() ? 2 : 0;
            break;
        default:
            depth--; //=> depth -= 3;
            state = 0;
        }
        assert(depth > 0);
    }
    return 0;
}
