// rmt: check --check overflow --int bits => unsafe
int __VERIFIER_nondet_int(void);

int main(void) {
  int by = __VERIFIER_nondet_int();
  if (by < 32) return 0;
  return 1 << by; //~ signed integer overflow
}
