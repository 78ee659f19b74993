// rmt: check --check none --bound 4 => safe
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assert(int);

int main(void) {
  int x[4] = {1, 2, 3, 4}, y[4] = {5, 6, 7, 8};
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  memcpy(x, y, n * sizeof(int));  //=> memmove(x, y + 1, n / 2 * sizeof(int));
  for (unsigned i = 0; i < 4; i++) __VERIFIER_assert(x[i] == (i < n ? 5 : 1) + (int)i);
  return 0;
}
