// prove: induction => safe, mutants unsafe
// Where the first text is one, it still ends when the second is made.
#include <stdlib.h>
#include <string.h>

extern unsigned nondet_uint(void);
extern char nondet_char(void);

static char *text(void)
{
    size_t n = nondet_uint();
    if (n > 1000)
        return NULL;
    char *s = malloc(n + 1);
    if (s) {
        for (size_t i = 0; i < n; i++)
            s[i] = nondet_char();
        s[n] = 0;
    }
    return s;
}

int main(void)
{
    char *a = text(), *b = text();
    if (a && b) {
        size_t first = strlen(a), second = strlen(b);
        char *both = malloc(first + second + 1); //=>         char *both = malloc(first + second);
        if (both) {
            memcpy(both, a, first);
            memcpy(both + first, b, second + 1);
            free(both);
        }
    }
    free(a);
    free(b);
    return 0;
}
