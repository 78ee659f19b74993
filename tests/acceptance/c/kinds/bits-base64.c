/* Base64 encoding of a buffer. */
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static size_t encode(char *out, const unsigned char *in, size_t n)
{
    size_t o = 0;
    unsigned v;

    for (; n >= 3; n -= 3, in += 3) {
        v = (unsigned)in[0] << 16 | (unsigned)in[1] << 8 | in[2];
        out[o++] = digits[v >> 18];
        out[o++] = digits[v >> 12 & 63];
        out[o++] = digits[v >> 6 & 63];
        out[o++] = digits[v & 63];
    }
    if (n > 0) {
        v = (unsigned)in[0] << 16 | (n > 1 ? (unsigned)in[1] << 8 : 0);
        out[o++] = digits[v >> 18];
        out[o++] = digits[v >> 12 & 63];
        out[o++] = n > 1 ? digits[v >> 6 & 63] : '=';
        out[o++] = '=';
    }
    out[o] = '\0';
    return o;
}

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i;
    unsigned char *in;
    char *out;

    if (n < 1 || n > 1000000)
        return 0;
    in = malloc(n);
    out = malloc((n + 2) / 3 * 4 + 1); //=>     out = malloc(n * 4 / 3 + 1);
    if (in != NULL && out != NULL) {
        for (i = 0; i < n; i++)
            in[i] = (unsigned char)__VERIFIER_nondet_char();
        assert(encode(out, in, n) == (n + 2) / 3 * 4);
    }
    free(in);
    free(out);
    return 0;
}
