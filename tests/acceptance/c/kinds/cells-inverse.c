/* Shuffle a permutation and invert it. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void shuffle(unsigned *perm, unsigned n)
{
    unsigned i, j, t;

    for (i = n - 1; i > 0; i--) {
        j = __VERIFIER_nondet_uint() % (i + 1);
        t = perm[i];
        perm[i] = perm[j];
        perm[j] = t;
    }
}

static void invert(const unsigned *perm, unsigned *inv, unsigned n)
{
    unsigned i;

    for (i = 0; i < n; i++)
        inv[perm[i]] = i;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i, *perm, *inv;

    if (n < 1 || n > 1000000)
        return 0;
    perm = malloc(n * sizeof *perm);
    inv = malloc(n * sizeof *inv);
    if (perm != NULL && inv != NULL) {
        for (i = 0; i < n; i++)
            perm[i] = i;
        shuffle(perm, n);
        invert(perm, inv, n);
        for (i = 0; i < n; i++)
            assert(inv[perm[i]] == i);
    }
    free(perm);
    free(inv);
    return 0;
}
