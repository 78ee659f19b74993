// rmt: check --check none => unsafe (not natively)
#include <stdlib.h>
void __VERIFIER_assert(int);

int main(void) {
  int *a = malloc(4);
  unsigned long old = (unsigned long)a;
  free(a);
  int *b = malloc(4);
  if (!a || !b) return 0;
  __VERIFIER_assert((unsigned long)b != old);  //~ __VERIFIER_assert
  return 0;
}
