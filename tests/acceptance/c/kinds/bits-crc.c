/* CRC-32 of a buffer with a table of 256 entries. */
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static unsigned table[256];

static void make_table(void)
{
    unsigned i, c;
    int bit;

    for (i = 0; i < 256; i++) {
        c = i;
        for (bit = 0; bit < 8; bit++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[i] = c;
    }
}

static unsigned crc32(unsigned crc, const char *buf, size_t len)
{
    crc = ~crc;
    while (len-- > 0)
        crc = crc >> 8 ^ table[(crc ^ (unsigned char)*buf++) & 0xff];
    return ~crc;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i, crc;
    char *buf;

    if (n < 1 || n > 1000000)
        return 0;
    buf = malloc(n);
    if (buf == NULL)
        return 1;
    for (i = 0; i < n; i++)
        buf[i] = __VERIFIER_nondet_char();
    make_table();
    /* the same in two pieces */
    crc = crc32(0, buf, n / 2);
    crc = crc32(crc, buf + n / 2, n - n / 2);
    free(buf);
    return crc != 0;
}
