// rmt: check --m32 --check deref => safe
int __VERIFIER_nondet_int(void);

static char a[3000000];

int main(void) {
  char *p = a;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 3000000) return 0;  //=> (not natively) if (i < 0 || i > 3000000) return 0;
  p[i] = 3;
  return 0;
}
