/* Reverse a list in place; the positions then count up. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    int pos;
    struct node *next;
};

static struct node *reverse(struct node *l)
{
    struct node *done = NULL;

    while (l != NULL) { //=>     while (l != NULL && l->next != NULL) {
        struct node *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    return done;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), made, i;
    struct node *list = NULL, *p;

    if (n < 0 || n > 1000000)
        return 0;
    for (made = 0; made < n; made++) {
        p = malloc(sizeof *p);
        if (p == NULL)
            break;
        p->pos = made;
        p->next = list;
        list = p;
    }
    list = reverse(list);
    i = 0;
    while (list != NULL) {
        assert(list->pos == i);
        p = list;
        list = list->next;
        free(p);
        i++;
    }
    assert(i == made);
    return 0;
}
