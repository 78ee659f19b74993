// rmt: check --check none => safe
// Function pointers: tables, parameters, comparison.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int inc(int n) { return n + 1; }
int dec(int n) { return n - 1; }

int (*const table[])(int) = {inc, dec};

int apply(int (*f)(int), int n) { return f(n); }

int main(void) {
  int which = __VERIFIER_nondet_int() ? 1 : 0;
  int result = apply(table[which], 5);
  assert(result == 4 || result == 6); //=> assertion: assert(result == 6);
  int (*f)(int) = which ? dec : inc;
  assert(f == table[which]);
  assert((f == dec) == (f(1) == 0)); //=> assertion: assert(f != dec);
  return 0;
}
