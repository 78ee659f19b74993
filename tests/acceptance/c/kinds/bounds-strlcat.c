/* Append a string to another in a buffer of a given size; cut what does not fit. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

/* Returns the length the joined string would have had. */
static size_t append(char *dst, const char *src, size_t size)
{
    size_t d = 0, s = 0;

    while (d < size && dst[d] != '\0')
        d++;
    if (d == size) {
        while (src[s] != '\0')
            s++;
        return size + s;
    }
    while (src[s] != '\0') {
        if (d + s < size - 1)
            dst[d + s] = src[s];
        s++;
    }
    dst[d + s < size ? d + s : size - 1] = '\0';
    return d + s;
}

/* A string of at most size - 1 characters in a block of its own. */
static char *make_string(unsigned size)
{
    unsigned i;
    char *p = malloc(size);

    if (p == NULL)
        return NULL;
    for (i = 0; i + 1 < size; i++)
        p[i] = __VERIFIER_nondet_char();
    p[size - 1] = '\0';
    return p;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
    unsigned size = __VERIFIER_nondet_uint(); /* what may be used of dst */
    char *dst, *src;

    if (n < 1 || n > 1000000 || m < 1 || m > 1000000 || size < 1 || size > n)
        return 0;
    dst = make_string(n);
    src = make_string(m);
    if (dst != NULL && src != NULL)
        append(dst, src, size);
    free(dst);
    free(src);
    return 0;
}
