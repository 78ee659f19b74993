// rmt: check --check none => unsafe
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 1000)
    assert(n * 2 != 2468); //~ assertion `n * 2 != 2468` failed
  return 0;
}
