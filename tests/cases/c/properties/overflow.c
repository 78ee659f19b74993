// rmt: check --check overflow => unsafe
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    return 0;
  return n + 10 > 5; //~ signed integer overflow
}
