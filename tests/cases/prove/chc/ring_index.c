// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int head = 0, size = 8;
    while (__VERIFIER_nondet_int()) {
        head++;
        if (head == size)
            head = 0; //=> head = head;
        assert(head >= 0 && head < size);
    }
    return 0;
}
