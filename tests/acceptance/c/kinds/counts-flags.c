/* Seats of a hall: flags of what is taken, and a counter of them. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct hall {
    _Bool *taken;
    unsigned seats, used;
};

static int book(struct hall *h, unsigned seat)
{
    if (seat >= h->seats || h->taken[seat])
        return -1;
    h->taken[seat] = 1;
    h->used++;
    return 0;
}

static int cancel(struct hall *h, unsigned seat)
{
    if (seat >= h->seats || !h->taken[seat])
        return -1;
    h->taken[seat] = 0;
    h->used--;
    return 0;
}

int main(void)
{
    struct hall h;
    unsigned i, n = 0;

    h.seats = __VERIFIER_nondet_uint();
    h.used = 0;
    if (h.seats < 1 || h.seats > 1000000)
        return 0;
    h.taken = malloc(h.seats * sizeof *h.taken);
    if (h.taken == NULL)
        return 1;
    for (i = 0; i < h.seats; i++)
        h.taken[i] = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool())
            book(&h, __VERIFIER_nondet_uint());
        else
            cancel(&h, __VERIFIER_nondet_uint());
    }
    for (i = 0; i < h.seats; i++)
        if (h.taken[i])
            n++;
    assert(n == h.used);
    free(h.taken);
    return 0;
}
