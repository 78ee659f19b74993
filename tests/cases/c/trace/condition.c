// rmt: check --check none => unsafe
// The variables of a condition have their values beside it.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
static unsigned char count = 3;

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == -7);
  count++;
  __VERIFIER_assert(x + 1 < 0 && count < 4); //~ __VERIFIER_assert
  return 0;
}
