// rmt: check --check div => unsafe
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  return n == 5 ? 0 : 10 / (n - 7); //~ division by zero
}
