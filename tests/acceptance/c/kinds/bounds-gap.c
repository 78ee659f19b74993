/* The gap buffer of a text editor: text in [0, start) and [end, size). */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
extern _Bool __VERIFIER_nondet_bool(void);

struct gap {
    char *buf;
    size_t size, start, end;
};

static int gap_grow(struct gap *g)
{
    size_t i, n = g->size * 2, tail = g->size - g->end;
    char *p;

    if (n > 100000000 || (p = malloc(n)) == NULL)
        return -1;
    for (i = 0; i < g->start; i++)
        p[i] = g->buf[i];
    for (i = 0; i < tail; i++)
        p[n - tail + i] = g->buf[g->end + i];
    free(g->buf);
    g->buf = p;
    g->size = n;
    g->end = n - tail;
    return 0;
}

static void gap_insert(struct gap *g, char c)
{
    if (g->start == g->end && gap_grow(g) != 0)
        return;
    g->buf[g->start++] = c;
}

int main(void)
{
    struct gap g;

    g.size = __VERIFIER_nondet_uint();
    if (g.size < 1 || g.size > 1000000 || (g.buf = malloc(g.size)) == NULL)
        return 0;
    g.start = 0;
    g.end = g.size;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool())
            gap_insert(&g, __VERIFIER_nondet_char());
        else if (__VERIFIER_nondet_bool() && g.start > 0)
            g.buf[--g.end] = g.buf[--g.start]; /* cursor left */
        else if (__VERIFIER_nondet_bool() && g.end < g.size)
            g.buf[g.start++] = g.buf[g.end++]; /* cursor right */
        else if (g.start > 0)
            g.start--; /* backspace */
    }
    free(g.buf);
    return 0;
}
