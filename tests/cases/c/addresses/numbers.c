// rmt: check --check none --malloc-never-fails => safe
#include <stdlib.h>
void __VERIFIER_assert(int);

int x;

int main(void) {
  int *a = malloc(4), *b = malloc(4);
  __VERIFIER_assert((unsigned long)a != (unsigned long)b);
  __VERIFIER_assert((unsigned long)a % 8 == 0);  //=> (not natively) __VERIFIER_assert((unsigned long)a % 32 == 0);
  *(int *)(unsigned long)a = 7;
  *b = 8;  //=> *a = 8;
  __VERIFIER_assert(*a == 7);
  unsigned long tagged = (unsigned long)&x | 1;
  *(int *)(tagged & ~1ul) = 5;
  __VERIFIER_assert(x == 5);
  _Alignas(64) char c[3];
  __VERIFIER_assert(((unsigned long)c & 63) == 0);
  return 0;
}
