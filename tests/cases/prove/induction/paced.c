// prove: induction => safe, mutants unsafe
// Up to two bytes are written for each that is read.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), width = __VERIFIER_nondet_uint(), i, column = 0, o = 0;
    if (n > 100000 || width == 0 || width > 200) return 0;
    char *out = malloc(2 * n + 1); //=>     char *out = malloc(n + 1);
    if (out == NULL) return 0;
    for (i = 0; i < n; i++) {
        if (column == width) {
            out[o++] = '\n';
            column = 0;
        }
        out[o++] = __VERIFIER_nondet_char();
        column++;
    }
    out[o] = '\0';
    free(out);
    return 0;
}
