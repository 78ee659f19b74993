// prove: shrink --check none => safe, mutants unsafe
// prove: squeeze --check none => safe
// prove: squeeze --check none -I include -D GIVEN => safe
// Whether an array is in order.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
#ifdef GIVEN
#include <rmt.h>
rmt_squeeze(n, 3) static unsigned shorter(unsigned n, const int *a) { return a[n - 3] <= a[n - 2] && a[n - 2] <= a[n - 1] ? n - 1 : n - 4; }
#endif
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 1, sorted = 1; //=> unsigned n = __VERIFIER_nondet_uint(), i = 2, sorted = 1;
  if (n < 1)
    return 0;
  int a[n];
  while (i < n) {
    if (a[i] < a[i - 1]) { //=> if (a[i] < a[0]) {
      sorted = 0;
      break;
    }
    i++; //=> i += 2;
  }
  if (!sorted && (i >= n || a[i] >= a[i - 1]))
    __VERIFIER_error();
  if (sorted)
    for (unsigned j = 1; j < n; j++)
      if (a[j] < a[j - 1])
        __VERIFIER_error();
  return 0;
}
