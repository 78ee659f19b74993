// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

struct counters { int in, out; };

int main(void) {
    struct counters c = {0, 0};
    while (__VERIFIER_nondet_int()) {
        if (c.out < c.in && __VERIFIER_nondet_int())
            c.out++;
        else
            c.in++; //=> c.out++;
    }
    assert(c.out <= c.in);
    return 0;
}
