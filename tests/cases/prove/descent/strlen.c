// prove: descent --check deref => safe, mutants unsafe
// Two ways to find the end of a string of any length.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
static unsigned long by_index(const char *s) {
  unsigned long i = 0;
  while (s[i] != 0)
    i++;
  return i;
}
static unsigned long by_pointer(const char *s) {
  const char *p = s;
  while (*p)
    p++; //=> if (++p - s == 7) return 6;
  return p - s;
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0)
    return 0;
  char *s = malloc(n);
  if (!s)
    return 0;
  s[n - 1] = 0; //=> ;
  if (by_index(s) != by_pointer(s))
    reach_error();
  return 0;
}
