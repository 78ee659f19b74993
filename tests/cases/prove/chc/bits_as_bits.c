// prove: chc --check none --int bits => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char x = 0;
    while (__VERIFIER_nondet_int())
        x = x ^ 6; //=> x = x ^ 7;
    assert((x & 1) == 0);
    return 0;
}
