// rmt: check --check none => safe
#include <assert.h>

extern void die(void) __attribute__((noreturn));
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) die(); //=> if (n < -1) die();
  assert(n >= 0);
}
