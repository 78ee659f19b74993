/* A bitmap of blocks in use: set, clear, test. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define WORD 32

static void bit_set(unsigned *map, unsigned i)
{
    map[i / WORD] |= 1u << i % WORD;
}

static void bit_clear(unsigned *map, unsigned i)
{
    map[i / WORD] &= ~(1u << i % WORD);
}

static int bit_test(const unsigned *map, unsigned i)
{
    return map[i / WORD] >> i % WORD & 1;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i, j;
    unsigned *map;
    int before;

    if (n < 1 || n > 1000000)
        return 0;
    map = calloc((n + WORD - 1) / WORD, sizeof *map);
    if (map == NULL)
        return 1;
    while (__VERIFIER_nondet_bool()) {
        i = __VERIFIER_nondet_uint() % n;
        j = __VERIFIER_nondet_uint() % n;
        before = bit_test(map, j);
        if (__VERIFIER_nondet_bool()) {
            bit_set(map, i);
            assert(bit_test(map, i));
        } else {
            bit_clear(map, i);
            assert(!bit_test(map, i));
        }
        if (i != j)
            assert(bit_test(map, j) == before);
    }
    free(map);
    return 0;
}
