/* Knuth-Morris-Pratt: count the occurrences of a pattern with a failure table. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int count(const char *text, int n, const char *pat, int m, int *fail)
{
    int i, k = 0, found = 0;

    fail[0] = 0;
    for (i = 1; i < m; i++) {
        while (k > 0 && pat[i] != pat[k])
            k = fail[k - 1];
        if (pat[i] == pat[k])
            k++;
        fail[i] = k;
    }
    k = 0;
    for (i = 0; i < n; i++) {
        while (k > 0 && text[i] != pat[k])
            k = fail[k - 1];
        if (text[i] == pat[k])
            k++;
        if (k == m) {
            found++;
            k = fail[k - 1]; //=>             ;
        }
    }
    return found;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i, *fail;
    char *text, *pat;

    if (n < 1 || n > 1000000 || m < 1 || m > n)
        return 0;
    text = malloc((size_t)n);
    pat = malloc((size_t)m);
    fail = malloc((size_t)m * sizeof *fail);
    if (text != NULL && pat != NULL && fail != NULL) {
        for (i = 0; i < n; i++)
            text[i] = __VERIFIER_nondet_char();
        for (i = 0; i < m; i++)
            pat[i] = __VERIFIER_nondet_char();
        assert(count(text, n, pat, m, fail) <= n);
    }
    free(text);
    free(pat);
    free(fail);
    return 0;
}
