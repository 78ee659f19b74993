// rmt: check --check deref => safe
// A variable whose declaration is not reached has no block that could die.
int __VERIFIER_nondet_int(void);

int global;

static int f(int skip) {
  if (skip) return 0;
  int a[3];
  int *p = a;
  p[0] = 1;
  return p[0];
}

int main(void) {
  int *q = &global;
  f(__VERIFIER_nondet_int());
  *q = 3;  //=> *(q + 1) = 3;
  return 0;
}
