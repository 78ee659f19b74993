// rmt: check --check none => safe
extern int __VERIFIER_nondet_int(void);
extern void __CPROVER_assume(int);
extern void __CPROVER_assert(int, const char *);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __CPROVER_assume(n > 5);
  __CPROVER_assert(n != 5, "n is not five"); //=> CPROVER: __CPROVER_assert(n != 6, "n is not six");
  return 0;
}
