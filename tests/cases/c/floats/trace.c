// rmt: check --check none --float ieee => unsafe
void __VERIFIER_assert(int);
double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assert(x + 1 != 3.5);  //~ x + 1 != 3.5
  return 0;
}
