// rmt: check --check deref => unsafe
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof(int));
  if (!p)
    return 1;
  *p = 5;
  if (__VERIFIER_nondet_int() == 7)
    free(p);
  return *p; //~ invalid read
}
