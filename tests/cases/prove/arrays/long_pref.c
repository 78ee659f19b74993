// prove: shrink --check none => safe, mutants unsafe
// prove: squeeze --check none => safe
// prove: squeeze --check none -I include -D GIVEN => safe
// The longest prefix that only rises, or only falls.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
#ifdef GIVEN
#include <rmt.h>
rmt_squeeze(n, 3) static unsigned shorter(unsigned n, const int *a) { return (a[1] <= a[2]) == (a[0] <= a[1]) ? 0 : n - 1; }
#endif
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 1;
  if (n < 2)
    return 0;
  int a[n], up = a[0] <= a[1];
  while (i < n) {
    if ((a[i - 1] <= a[i]) != up) //=> if ((a[i - 1] < a[i]) != up)
      break;
    i++; //=> i += 2;
  }
  if (i < n && (a[i - 1] <= a[i]) == up) //=> if (i <= n && (a[i - 1] <= a[i]) == up)
    __VERIFIER_error();
  for (unsigned j = 1; j < i; j++)
    if ((a[j - 1] <= a[j]) != up)
      __VERIFIER_error();
  return 0;
}
