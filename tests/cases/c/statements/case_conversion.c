// rmt: check --check none => safe
// The constants of cases have the type of what is switched on.
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
void __VERIFIER_assert(int);

int main(void) {
  unsigned u = __VERIFIER_nondet_uint();
  char c = __VERIFIER_nondet_char();
  int r = 0;
  switch (u) {
    case -1: r = 1; break;
  }
  __VERIFIER_assert(r == (u == 4294967295u));  //=> __VERIFIER_assert(r == 0);
  switch (c) {
    case '\xff': r = 2; break;
  }
  __VERIFIER_assert((r == 2) == (c == -1));  //=> __VERIFIER_assert(r != 2);
  return 0;
}
