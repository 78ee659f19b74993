// prove: induction => safe, mutants unsafe
// The digits of a number, from the last on: where the next one stands tells how large the rest is at most.
extern int nondet_int(void);

int main(void)
{
    char text[12];
    char *p = text + 12; //=>     char *p = text + 3;
    int n = nondet_int(), rest = n;

    *--p = 0;
    do {
        int digit = rest % 10;

        *--p = '0' + (digit < 0 ? -digit : digit);
        rest /= 10;
    } while (rest);
    if (n < 0)
        *--p = '-';
    return *p;
}
