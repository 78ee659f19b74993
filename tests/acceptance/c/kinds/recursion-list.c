/* Length and copy of a list by recursion. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct list {
    int value;
    struct list *next;
};

static struct list *cons(int value, struct list *next)
{
    struct list *l = malloc(sizeof *l);

    if (l != NULL) {
        l->value = value;
        l->next = next;
    }
    return l;
}

static size_t length(const struct list *l)
{
    return l == NULL ? 0 : 1 + length(l->next);
}

/* Returns -1 if memory runs out; *to then is the beginning of a copy. */
static int copy(const struct list *from, struct list **to)
{
    *to = NULL;
    if (from == NULL)
        return 0;
    *to = cons(from->value, NULL);
    return *to == NULL ? -1 : copy(from->next, &(*to)->next);
}

static void destroy(struct list *l)
{
    if (l != NULL) {
        destroy(l->next);
        free(l);
    }
}

int main(void)
{
    struct list *l = NULL, *c, *n;

    while (__VERIFIER_nondet_bool() && (n = cons(__VERIFIER_nondet_int(), l)) != NULL)
        l = n;
    if (copy(l, &c) == 0)
        assert(length(c) == length(l));
    destroy(l);
    destroy(c);
    return 0;
}
