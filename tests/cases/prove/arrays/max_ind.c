// prove: shrink --check none => safe, mutants unsafe
// prove: squeeze --check none => safe
// prove: squeeze --check none -I include -D GIVEN => safe
// The index of a maximum.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
#ifdef GIVEN
#include <rmt.h>
rmt_squeeze(n, 2) static unsigned shorter(unsigned n, const int *a) { return a[n - 2] > a[n - 1] ? n - 1 : n - 2; }
#endif
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = 0;
  if (n < 1)
    return 0;
  int a[n];
  for (unsigned i = 0; i < n; i++) //=> for (unsigned i = 2; i < n; i++)
    if (a[i] > a[m]) //=> if (a[i] > a[0])
      m = i; //=> m = 0;
  if (m >= n)
    __VERIFIER_error();
  for (unsigned j = 0; j < n; j++)
    if (a[j] > a[m])
      __VERIFIER_error();
  return 0;
}
