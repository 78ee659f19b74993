// rmt: check --check none => safe
// Division rounds towards zero; the remainder has the sign of the dividend.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  assert(-7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1);
  int n = __VERIFIER_nondet_int();
  if (n > -100 && n < 100) {
    assert(n / 3 * 3 + n % 3 == n);
    assert(n % 3 <= 2 && n % 3 >= -2); //=> assertion: assert(n % 3 >= 0);
  }
  return 0;
}
