// rmt: check --check overflow => unsafe
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (m != -1) return 0;
  return n % m;  //~ signed integer overflow
}
