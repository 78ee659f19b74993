/* Decode the UTF-8 of a buffer of any bytes. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

/* Decodes one character of s[0..n), n > 0; returns its bytes, 0 if malformed. */
static unsigned decode(const unsigned char *s, unsigned n, unsigned *out)
{
    unsigned c = s[0], extra, min, i;

    if (c < 0x80) {
        *out = c;
        return 1;
    }
    if ((c & 0xe0) == 0xc0) {
        extra = 1, min = 0x80, c &= 0x1f;
    } else if ((c & 0xf0) == 0xe0) {
        extra = 2, min = 0x800, c &= 0x0f;
    } else if ((c & 0xf8) == 0xf0) {
        extra = 3, min = 0x10000, c &= 0x07;
    } else {
        return 0;
    }
    if (extra >= n)
        return 0;
    for (i = 1; i <= extra; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3f);
    }
    if (c < min || c > 0x10ffff || (c & 0xfffff800) == 0xd800)
        return 0;
    *out = c;
    return extra + 1;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i, used, c;
    unsigned char *buf;

    if (n < 1 || n > 1000000 || (buf = malloc(n)) == NULL)
        return 0;
    for (i = 0; i < n; i++)
        buf[i] = (unsigned char)__VERIFIER_nondet_char();
    for (i = 0; i < n; i += used) {
        used = decode(buf + i, n - i, &c);
        if (used == 0)
            used = 1; /* skip a bad byte */
        else
            assert(used == (c < 0x80 ? 1u : c < 0x800 ? 2u : c < 0x10000 ? 3u : 4u));
    }
    assert(i == n);
    free(buf);
    return 0;
}
