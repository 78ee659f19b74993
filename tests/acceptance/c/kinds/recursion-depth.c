/* The depth of a binary tree that was built with a limit. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct tree {
    struct tree *left, *right;
};

/* A tree of at most limit levels. */
static struct tree *build(int limit)
{
    struct tree *t;

    if (limit == 0 || !__VERIFIER_nondet_bool() || (t = malloc(sizeof *t)) == NULL)
        return NULL;
    t->left = build(limit - 1);
    t->right = build(limit - 1);
    return t;
}

static int depth(const struct tree *t)
{
    int l, r;

    if (t == NULL)
        return 0;
    l = depth(t->left);
    r = depth(t->right);
    return (l > r ? l : r) + 1;
}

static void destroy(struct tree *t)
{
    if (t != NULL) {
        destroy(t->left);
        destroy(t->right);
        free(t);
    }
}

int main(void)
{
    int limit = __VERIFIER_nondet_int();
    struct tree *t;

    if (limit < 0 || limit > 1000000)
        return 0;
    t = build(limit);
    assert(depth(t) <= limit);
    assert(t == NULL || depth(t) > depth(t->left));
    destroy(t);
    return 0;
}
