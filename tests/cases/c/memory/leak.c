// rmt: check --check leak => unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  void *p = malloc(10);
  if (__VERIFIER_nondet_int() != 3)
    free(p);
  return 0;
} //~ memory is leaked
