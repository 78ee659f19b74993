// prove: induction => safe, mutants unsafe
// Values come in one by one, and the place behind the last is free.
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);
int main(void) {
    static int a[100];
    int n = 0;
    while (n < 100 && __VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int(), i = n;
        while (i > 0 && a[i - 1] > x) { //=>         while (i > 1 && a[i - 1] > x) {
            a[i] = a[i - 1];
            i--;
        }
        a[i] = x;
        n++;
    }
    for (int i = 1; i < n; i++) __VERIFIER_assert(a[i - 1] <= a[i]);
    return 0;
}
