// rmt: check --check none => unsafe
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 5 && n < 8);
  __VERIFIER_assert(n == 6); //~ __VERIFIER_assert(n == 6)
  return 0;
}
