// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = x;
    if (x < -1000 || x > 1000)
        return 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        y++; //=> if (y != 5) y++;
    }
    assert(x == y);
    return 0;
}
