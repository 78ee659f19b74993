/* A string builder: the buffer grows by doubling and is always terminated. */
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define SB_MAX 10000000

struct sb {
    char *data;
    size_t len, cap; /* len < cap as soon as there is data */
};

static int sb_append(struct sb *b, const char *s, size_t n)
{
    size_t cap = b->cap ? b->cap : 16;
    char *p;

    if (n >= SB_MAX - b->len)
        return -1;
    while (cap < b->len + n + 1)
        cap *= 2;
    if (cap > b->cap) {
        if ((p = realloc(b->data, cap)) == NULL)
            return -1;
        b->data = p;
        b->cap = cap;
    }
    memcpy(b->data + b->len, s, n);
    b->len += n;
    b->data[b->len] = '\0';
    return 0;
}

static int sb_append_int(struct sb *b, int v)
{
    char tmp[12];
    size_t i = sizeof tmp;
    unsigned u = v < 0 ? 0u - (unsigned)v : (unsigned)v;

    do
        tmp[--i] = (char)('0' + u % 10);
    while ((u /= 10) > 0);
    if (v < 0)
        tmp[--i] = '-';
    return sb_append(b, tmp + i, sizeof tmp - i);
}

int main(void)
{
    struct sb b = { NULL, 0, 0 };

    while (__VERIFIER_nondet_bool()) {
        if (sb_append_int(&b, __VERIFIER_nondet_int()) != 0 || sb_append(&b, ", ", 2) != 0)
            break;
    }
    free(b.data);
    return 0;
}
