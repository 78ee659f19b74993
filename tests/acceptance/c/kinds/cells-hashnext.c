/* A hash table in arrays: heads of chains, and the next entry of every entry. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct table {
    int *head, *next, *key;
    int nbucket, cap, used;
};

static int bucket(const struct table *t, int key)
{
    return (int)((unsigned)key % (unsigned)t->nbucket);
}

static int lookup(const struct table *t, int key)
{
    int i = t->head[bucket(t, key)];

    while (i != -1 && t->key[i] != key)
        i = t->next[i];
    return i;
}

static void insert(struct table *t, int key)
{
    int b = bucket(t, key);

    if (t->used == t->cap || lookup(t, key) != -1)
        return;
    t->key[t->used] = key;
    t->next[t->used] = t->head[b];
    t->head[b] = t->used++;
}

int main(void)
{
    struct table t;
    int i, key = __VERIFIER_nondet_int();

    t.nbucket = __VERIFIER_nondet_int();
    t.cap = __VERIFIER_nondet_int(), t.used = 0;
    if (t.nbucket < 1 || t.nbucket > 1000000 || t.cap < 1 || t.cap > 1000000)
        return 0;
    t.head = malloc((size_t)t.nbucket * sizeof *t.head);
    t.next = malloc((size_t)t.cap * sizeof *t.next);
    t.key = malloc((size_t)t.cap * sizeof *t.key);
    if (t.head != NULL && t.next != NULL && t.key != NULL) {
        for (i = 0; i < t.nbucket; i++)
            t.head[i] = -1;
        while (__VERIFIER_nondet_bool())
            insert(&t, __VERIFIER_nondet_int());
        i = lookup(&t, key);
        assert(i == -1 || (i < t.used && t.key[i] == key));
    }
    free(t.head), free(t.next), free(t.key);
    return 0;
}
