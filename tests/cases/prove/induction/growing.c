// prove: induction => safe, mutants unsafe
// A block that there may not be yet, and whose size is a multiple of what is counted.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    int *items = NULL;
    size_t size = 0, capacity = 0;
    while (__VERIFIER_nondet_bool()) {
        if (size == capacity) {
            size_t n = capacity ? capacity * 2 : 8;
            if (n > 1000000) break;
            int *grown = realloc(items, n * sizeof *grown); //=>             int *grown = realloc(items, n);
            if (grown == NULL) break;
            items = grown;
            capacity = n;
        }
        items[size++] = __VERIFIER_nondet_int();
    }
    free(items);
    return 0;
}
