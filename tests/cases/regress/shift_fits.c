// rmt: check --check overflow => safe
int __VERIFIER_nondet_int(void);

int main(void) {
  int by = __VERIFIER_nondet_int();
  if (by < 0 || by > 30) return 0; //=> if (by < 0 || by > 31) return 0;
  int n = 1 << by;
  int back = -4 << 2;
  return n == back;
}
