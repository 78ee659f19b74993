/* A queue of messages: a list with head, tail and the number of items. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct item { int msg; struct item *next; };

struct queue {
    struct item *head, *tail;
    unsigned count, max;
};

static int send(struct queue *q, int msg)
{
    struct item *it;

    if (q->count >= q->max)
        return -1;
    it = malloc(sizeof *it);
    if (it == NULL)
        return -1;
    it->msg = msg;
    it->next = NULL;
    if (q->count == 0)
        q->head = it;
    else
        q->tail->next = it;
    q->tail = it;
    q->count++;
    return 0;
}

static int receive(struct queue *q)
{
    struct item *it = q->head;
    int msg = it->msg;
    q->head = it->next, q->count--;
    free(it);
    return msg;
}

int main(void)
{
    struct queue q = { NULL, NULL, 0, 0 };

    q.max = __VERIFIER_nondet_uint();
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool())
            send(&q, __VERIFIER_nondet_int());
        else if (q.count > 0)
            receive(&q);
    }
    while (q.count > 0)
        receive(&q);
    assert(q.head == NULL);
    return 0;
}
