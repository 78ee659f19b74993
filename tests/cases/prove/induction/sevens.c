// prove: induction => safe, mutants unsafe
// A number in groups of seven bits: ten are enough.
#include <assert.h>

extern unsigned long nondet_ulong(void);

int main(void)
{
    unsigned char bytes[10]; //=>     unsigned char bytes[9];
    unsigned n = 0;
    unsigned long rest = nondet_ulong();

    while (rest >= 0x80) {
        bytes[n++] = (unsigned char)(rest | 0x80);
        rest >>= 7; //=>         rest >>= 6;
    }
    bytes[n++] = (unsigned char)rest;
    assert(n <= 10);
    return bytes[0];
}
