// rmt: check => unsafe
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  return n + 1 > n; //~ signed integer overflow
}
