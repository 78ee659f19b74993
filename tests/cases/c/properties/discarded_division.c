// rmt: check --check div => unsafe
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  (void)(1 / n);  //~ division by zero
  return 0;
}
