/* Remove all the elements of a key from a list by recursion. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct list {
    int key;
    struct list *next;
};

static struct list *remove_all(struct list *l, int key)
{
    struct list *rest;

    if (l == NULL)
        return NULL;
    rest = remove_all(l->next, key); //=>     rest = l->next;
    if (l->key == key) {
        free(l);
        return rest;
    }
    l->next = rest;
    return l;
}

static int member(const struct list *l, int key)
{
    return l != NULL && (l->key == key || member(l->next, key));
}

static void destroy(struct list *l)
{
    if (l == NULL)
        return;
    destroy(l->next);
    free(l);
}

int main(void)
{
    struct list *l = NULL, *n;
    int key = __VERIFIER_nondet_int();

    while (__VERIFIER_nondet_bool()) {
        n = malloc(sizeof *n);
        if (n == NULL)
            break;
        n->key = __VERIFIER_nondet_int();
        n->next = l;
        l = n;
    }
    l = remove_all(l, key);
    assert(!member(l, key));
    destroy(l);
    return 0;
}
