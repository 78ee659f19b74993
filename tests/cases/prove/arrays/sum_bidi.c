// prove: squeeze --check none => safe, mutants unsafe
// prove: squeeze --check none -I include -D GIVEN => safe
// A sum from both ends.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
#ifdef GIVEN
#include <rmt.h>
rmt_squeeze(n, 1) static int shorter(void) { return 0; }
#endif
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000)
    return 0;
  int a[n], l = 0, r = 0;
  for (int i = 0; i < n; i++) { //=> for (int i = 0; i < n - 1; i++) {
    l += a[i]; //=> l += a[i] + 1;
    r += a[n - i - 1]; //=> r += a[0];
  }
  if (l != r)
    __VERIFIER_error();
  return 0;
}
