// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000)
        return 0;
    int k = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            k = i; //=> k = j + 1;
    assert(k == 0 || k < n);
    return 0;
}
