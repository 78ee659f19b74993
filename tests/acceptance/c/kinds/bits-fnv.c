/* A set of keys: FNV-1a hash into 2^k buckets of chained entries. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct entry {
    unsigned key;
    struct entry *next;
};

static unsigned fnv1a(unsigned key)
{
    unsigned h = 2166136261u;
    int i;

    for (i = 0; i < 4; i++) {
        h ^= key & 0xff;
        h *= 16777619u;
        key >>= 8;
    }
    return h;
}

static void add(struct entry **tab, unsigned mask, unsigned key)
{
    struct entry **head = &tab[fnv1a(key) & mask], *e;

    for (e = *head; e != NULL; e = e->next)
        if (e->key == key)
            return;
    e = malloc(sizeof *e);
    if (e == NULL)
        return;
    e->key = key;
    e->next = *head;
    *head = e;
}

int main(void)
{
    unsigned k = __VERIFIER_nondet_uint(), size, i;
    struct entry **tab, *e;

    if (k > 20)
        return 0;
    size = 1u << k;
    tab = calloc(size, sizeof *tab);
    if (tab == NULL)
        return 1;
    while (__VERIFIER_nondet_bool())
        add(tab, size - 1, __VERIFIER_nondet_uint());
    for (i = 0; i < size; i++)
        while ((e = tab[i]) != NULL) {
            tab[i] = e->next;
            free(e);
        }
    free(tab);
    return 0;
}
