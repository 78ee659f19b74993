// prove: induction => safe, mutants unsafe
// Of globals that a recursive function does not change, it has to be told.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
static int n, used[6], chosen[6], found;
static void place(int k) {
    if (k == n) {
        if (found < 1000) found++;
        return;
    }
    for (int i = 0; i < n; i++) //=>     for (int i = 0; i <= n; i++)
        if (!used[i]) {
            used[i] = 1;
            chosen[k] = i;
            place(k + 1);
            used[i] = 0;
        }
}
int main(void) {
    n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6) return 0; //=>     if (n < 1 || n > 7) return 0;
    place(0);
    __VERIFIER_assert(found >= 0 && found <= 1000);
    return 0;
}
