// rmt: check --check free => unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = malloc(10), *q = p;
  if (__VERIFIER_nondet_int() > 3)
    free(q);
  free(p); //~ invalid free
  return 0;
}
