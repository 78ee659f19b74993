// prove: chc --check none => safe, mutants unsafe
#include <assert.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int open = 0, seen = 0;
    for (;;) {
        char c = __VERIFIER_nondet_char();
        if (c == 0)
            break;
        if (c == '(')
            open++, seen++;
        if (c == ')' && open > 0) //=> if (c == ')' && open >= 0)
            open--;
        assert(open >= 0 && open <= seen);
    }
    return 0;
}
