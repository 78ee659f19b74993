// prove: induction => safe, mutants unsafe
// An index made of bits: within the table whatever they are. The table is made in more rounds than short runs get through.
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);
static unsigned table[256];
int main(void) {
    unsigned i, bit, n = __VERIFIER_nondet_uint(), sum = ~0u, index;
    for (i = 0; i < 256; i++) {
        unsigned c = i;
        for (bit = 0; bit < 8; bit++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
        table[i] = c; //=>         table[i - 1] = c;
    }
    for (i = 0; i < n; i++) {
        index = (sum ^ __VERIFIER_nondet_uchar()) & 0xff;
        __VERIFIER_assert(index < 256);
        sum = sum >> 8 ^ table[index];
    }
    return 0;
}
