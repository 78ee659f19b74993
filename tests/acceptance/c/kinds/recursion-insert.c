/* Recursive insert into a binary search tree; what was inserted is found. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static int insert(struct tree **link, int key)
{
    struct tree *t = *link;

    if (t == NULL) {
        if ((t = malloc(sizeof *t)) == NULL)
            return -1;
        t->key = key;
        t->left = t->right = NULL;
        *link = t;
        return 0;
    }
    if (key == t->key)
        return 0;
    return insert(key < t->key ? &t->left : &t->right, key);
}

static int member(const struct tree *t, int key)
{
    if (t == NULL || key == t->key)
        return t != NULL;
    return member(key < t->key ? t->left : t->right, key);
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
    struct tree *root = NULL;
    int key;

    while (__VERIFIER_nondet_bool()) {
        key = __VERIFIER_nondet_int();
        if (insert(&root, key) != 0)
            break;
        assert(member(root, key));
    }
    destroy(root);
    return 0;
}
