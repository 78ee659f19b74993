// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), count = 0;
    for (int i = 0; i < n; i++)
        count++; //=> if (i != 3) count++;
    assert(n < 0 || count == n);
    return 0;
}
