/* A byte queue in a ring buffer, as a serial driver keeps it. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct ring {
    char *data;
    unsigned size; /* bytes in data */
    unsigned head; /* next byte to read */
    unsigned used; /* bytes waiting */
};

static int ring_put(struct ring *r, char c)
{
    unsigned tail;

    if (r->used == r->size)
        return -1;
    tail = r->head + r->used;
    if (tail >= r->size) //=>     if (tail > r->size)
        tail -= r->size;
    r->data[tail] = c;
    r->used++;
    return 0;
}

static int ring_get(struct ring *r, char *c)
{
    if (r->used == 0)
        return -1;
    *c = r->data[r->head];
    if (++r->head == r->size)
        r->head = 0;
    r->used--;
    return 0;
}

int main(void)
{
    struct ring r;
    char c;

    r.size = __VERIFIER_nondet_uint();
    if (r.size < 1 || r.size > 1000000)
        return 0;
    r.head = r.used = 0;
    r.data = malloc(r.size);
    if (r.data == NULL)
        return 1;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool())
            ring_put(&r, __VERIFIER_nondet_char());
        else
            ring_get(&r, &c);
    }
    free(r.data);
    return 0;
}
