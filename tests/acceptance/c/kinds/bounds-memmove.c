/* memmove by hand, and its use to open a hole in an array of bytes. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static void *move_bytes(void *dst, const void *src, size_t n)
{
    char *d = dst;
    const char *s = src;

    if (d <= s) {
        while (n-- > 0)
            *d++ = *s++;
    } else {
        d += n;
        s += n;
        while (n-- > 0)
            *--d = *--s;
    }
    return dst;
}

int main(void)
{
    unsigned size = __VERIFIER_nondet_uint();
    unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
    unsigned len = __VERIFIER_nondet_uint(), i;
    char *buf;

    if (size < 1 || size > 1000000 || from > size || to > size)
        return 0;
    if (len > size - from)
        len = size - from;
    if (len > size - to)
        len = size - to;
    buf = malloc(size);
    if (buf == NULL)
        return 1;
    for (i = 0; i < size; i++)
        buf[i] = __VERIFIER_nondet_char();
    move_bytes(buf + to, buf + from, len);
    free(buf);
    return 0;
}
