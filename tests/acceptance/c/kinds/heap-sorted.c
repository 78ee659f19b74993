/* A list of timers kept sorted by their expiry. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct timer {
    int expiry;
    struct timer *next;
};

static struct timer *timer_add(struct timer *list, int expiry)
{
    struct timer *t = malloc(sizeof *t), *prev;

    if (t == NULL)
        return list;
    t->expiry = expiry;
    if (list == NULL || expiry < list->expiry) {
        t->next = list;
        return t;
    }
    prev = list;
    while (prev->next != NULL && prev->next->expiry <= expiry)
        prev = prev->next;
    t->next = prev->next;
    prev->next = t;
    return list;
}

int main(void)
{
    struct timer *list = NULL, *t;

    while (__VERIFIER_nondet_bool())
        list = timer_add(list, __VERIFIER_nondet_int());

    /* They fire one after the other. */
    while (list != NULL) {
        t = list;
        list = t->next;
        if (list != NULL)
            assert(t->expiry <= list->expiry);
        free(t);
    }
    return 0;
}
