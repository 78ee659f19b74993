// prove: induction => safe, mutants unsafe
// The index of a ring buffer stays within it.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int ring[4], head = 0, used = 0;
    while (__VERIFIER_nondet_int()) {
        if (used < 4) {
            ring[head] = used;
            head = head + 1 == 4 ? 0 : head + 1; //=> head = head + 1;
            used++;
        } else {
            used = 0;
        }
    }
    return 0;
}
