/* Insert into a binary search tree by a pointer to a link; the keys stay in order. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node {
    int key;
    struct node *left, *right;
};

static void insert(struct node **link, int key)
{
    struct node *n;

    while (*link != NULL) {
        if (key == (*link)->key)
            return;
        link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    n = malloc(sizeof *n);
    if (n == NULL)
        return;
    n->key = key;
    n->left = n->right = NULL;
    *link = n;
}

/* All keys lie strictly between those of lo and hi, if there are such. */
static int ordered(const struct node *t, const struct node *lo, const struct node *hi)
{
    if (t == NULL)
        return 1;
    if ((lo != NULL && t->key <= lo->key) || (hi != NULL && t->key >= hi->key))
        return 0;
    return ordered(t->left, lo, t) && ordered(t->right, t, hi);
}

static void destroy(struct node *t)
{
    if (t == NULL)
        return;
    destroy(t->left);
    destroy(t->right);
    free(t);
}

int main(void)
{
    struct node *root = NULL;

    while (__VERIFIER_nondet_bool())
        insert(&root, __VERIFIER_nondet_int());
    assert(ordered(root, NULL, NULL));
    destroy(root);
    return 0;
}
