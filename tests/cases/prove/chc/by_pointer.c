// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void step(int *up, int *down) {
    (*up)++; //=> (*up) += 2;
    (*down)--;
}

int main(void) {
    int up = 0, down = 0;
    while (up < 100 && __VERIFIER_nondet_int())
        step(&up, &down);
    assert(up + down == 0);
    return 0;
}
