// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0;
    while (x > 0) {
        x--;
        y++; //=> if (y != 2) y++;
    }
    assert(y == n);
    return 0;
}
