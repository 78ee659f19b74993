// prove: induction => safe, mutants unsafe
// A request is answered before the next one, which two iterations show.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int asked = 0, answered = 0, turn = 0;
    while (__VERIFIER_nondet_int()) {
        if (turn) {
            if (answered > 1000000) break;
            answered++; //=> answered += 2;
            turn = 0;
        } else {
            asked++;
            turn = 1;
        }
        __VERIFIER_assert(asked - answered == turn);
    }
    return 0;
}
