// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int held;

static void acquire(void) {
    assert(!held);
    held = 1;
}

static void release(void) {
    assert(held);
    held = 0;
}

int main(void) {
    int before, now = 0;
    do {
        acquire();
        before = now;
        if (__VERIFIER_nondet_int()) {
            release();
            now++; //=> now += 1, acquire();
        }
    } while (before != now);
    release();
    return 0;
}
