/* A tree of directories: first child, next sibling, and a name in a block of its own. */
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct dir {
    char *name;
    struct dir *child, *sibling;
};

static char *read_name(void)
{
    unsigned len = __VERIFIER_nondet_uint() % 256, i;
    char *s = malloc(len + 1);

    if (s == NULL)
        return NULL;
    for (i = 0; i < len; i++)
        s[i] = __VERIFIER_nondet_char();
    s[len] = '\0';
    return s;
}

static struct dir *read_dirs(void)
{
    struct dir *d;

    if (!__VERIFIER_nondet_bool())
        return NULL;
    d = malloc(sizeof *d);
    if (d == NULL)
        return NULL;
    d->name = read_name();
    d->child = read_dirs();
    d->sibling = read_dirs();
    return d;
}

static void free_dirs(struct dir *d)
{
    if (d == NULL)
        return;
    free_dirs(d->child);
    free_dirs(d->sibling);
    free(d->name);
    free(d);
}

int main(void)
{
    free_dirs(read_dirs());
    return 0;
}
