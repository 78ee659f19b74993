/* A pool of slots whose free list is kept in the slots themselves. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { NONE = -1, BUSY = -2 };

struct slot {
    int next; /* next free slot, NONE at the end, BUSY while in use */
    int value;
};

struct pool {
    struct slot *slots; int size, first;
};

static int pool_get(struct pool *p)
{
    int i = p->first;

    if (i == NONE)
        return NONE;
    p->first = p->slots[i].next;
    p->slots[i].next = BUSY;
    return i;
}

static void pool_put(struct pool *p, int i)
{
    if (i < 0 || i >= p->size || p->slots[i].next != BUSY)
        return;
    p->slots[i].next = p->first;
    p->first = i;
}

int main(void)
{
    struct pool p;
    int i;

    p.size = __VERIFIER_nondet_int();
    if (p.size < 1 || p.size > 1000000)
        return 0;
    if ((p.slots = malloc((size_t)p.size * sizeof *p.slots)) == NULL)
        return 1;
    for (i = 0; i < p.size; i++)
        p.slots[i].next = i + 1 < p.size ? i + 1 : NONE;
    p.first = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool())
            pool_put(&p, __VERIFIER_nondet_int());
        else if ((i = pool_get(&p)) != NONE)
            p.slots[i].value = __VERIFIER_nondet_int();
        assert(p.first == NONE || p.slots[p.first].next != BUSY);
    }
    free(p.slots);
    return 0;
}
