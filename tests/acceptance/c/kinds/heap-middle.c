/* Split a list in the middle with a slow and a fast pointer. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct node { int value; struct node *next; };

/* Cuts the list behind its middle and returns the second half. */
static struct node *split(struct node *head)
{
    struct node *slow = head, *fast = head->next, *back;

    while (fast != NULL) {
        fast = fast->next;
        if (fast != NULL) {
            slow = slow->next;
            fast = fast->next;
        }
    }
    back = slow->next;
    slow->next = NULL;
    return back;
}

static unsigned drop(struct node *l)
{
    unsigned n = 0;

    while (l != NULL) {
        struct node *next = l->next;
        free(l);
        l = next;
        n++;
    }
    return n;
}

int main(void)
{
    struct node *head = NULL, *back, *n;
    unsigned a, b;

    do {
        if ((n = malloc(sizeof *n)) == NULL)
            break;
        n->value = __VERIFIER_nondet_int();
        n->next = head;
        head = n;
    } while (__VERIFIER_nondet_bool());
    if (head == NULL)
        return 1;
    back = split(head);
    a = drop(head), b = drop(back);
    assert(a == b || a == b + 1);
    return 0;
}
