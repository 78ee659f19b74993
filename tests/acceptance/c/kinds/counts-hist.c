/* Counting sort of bytes. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static void counting_sort(const unsigned char *in, unsigned char *out, int n)
{
    int hist[256] = { 0 }, i, sum = 0, c;

    for (i = 0; i < n; i++)
        hist[in[i]]++;
    /* turn the counts into the first places */
    for (i = 0; i < 256; i++) {
        c = hist[i];
        hist[i] = sum; //=>         hist[i] = sum + c;
        sum += c;
    }
    assert(sum == n);
    for (i = 0; i < n; i++)
        out[hist[in[i]]++] = in[i];
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), i;
    unsigned char *in, *out;

    if (n < 1 || n > 1000000)
        return 0;
    in = malloc((size_t)n);
    out = malloc((size_t)n);
    if (in != NULL && out != NULL) {
        for (i = 0; i < n; i++)
            in[i] = (unsigned char)__VERIFIER_nondet_char();
        counting_sort(in, out, n);
        for (i = 1; i < n; i++)
            assert(out[i - 1] <= out[i]);
    }
    free(in);
    free(out);
    return 0;
}
