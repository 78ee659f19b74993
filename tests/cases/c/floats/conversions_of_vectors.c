// rmt: check --check none --float ieee --int bits => safe
// Any integer, rounded there and cut back.
void __VERIFIER_assert(int);
void __VERIFIER_assume(int);
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 16777215 && n <= 16777219);
  float near = n;
  __VERIFIER_assert((int)near - n <= 1 && n - (int)near <= 1);  //=> __VERIFIER_assert((int)near == n);
  __VERIFIER_assert((int)(double)n == n);
  __VERIFIER_assert((unsigned)near >= 16777215u && (_Bool)near);  //=> __VERIFIER_assert((unsigned)near <= 16777219u);
  return 0;
}
