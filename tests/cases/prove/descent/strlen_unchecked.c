// prove: descent --check none => safe, mutants unsafe
// That memory is accessed within blocks is not checked, and not assumed: the end of the string bounds the index.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
static unsigned long length(const char *s) {
  unsigned long i = 0;
  while (s[i] != 0)
    i++;
  return i;
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0)
    return 0;
  char *s = malloc(n);
  if (!s)
    return 0;
  s[n - 1] = 0;
  if (length(s) >= n) //=> if (length(s) + 1 >= n)
    reach_error();
  return 0;
}
