// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int i = 0;
    unsigned s = 0;
    while (i < n) {
        s += 2; //=> s += i == 2 ? 3 : 2;
        i++;
    }
    assert(s == 2u * n);
    return 0;
}
