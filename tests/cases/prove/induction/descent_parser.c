// prove: induction => safe, mutants unsafe
// Functions that call each other share the position in a text that ends where its last cell says.
static char text[16];
static int at;
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assert(int);
static int sum(void);
static int factor(void) {
    int value = 0;
    if (text[at] == '(') {
        at++;
        value = sum();
        if (text[at] == ')') at++; //=>         at++;
        return value;
    }
    while (text[at] >= '0' && text[at] <= '9') {
        if (value < 1000) value = value * 10 + text[at] - '0';
        at++;
    }
    return value;
}
static int sum(void) {
    int value = factor();
    while (text[at] == '+') {
        at++;
        int next = factor();
        if (value < 1000) value += next % 1000;
    }
    return value;
}
int main(void) {
    for (int i = 0; i < 15; i++) text[i] = __VERIFIER_nondet_char();
    text[15] = '\0';
    sum();
    __VERIFIER_assert(at <= 15);
    return 0;
}
