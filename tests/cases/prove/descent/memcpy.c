// prove: descent --check deref => safe, mutants unsafe
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
static void copy(char *d, const char *s, unsigned long n) {
  while (n--) //=> while (n-- > 1)
    *d++ = *s++;
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *s = malloc(n), *d = malloc(n);
  if (!s || !d)
    return 0;
  copy(d, s, n);
  for (unsigned long i = 0; i < n; i++)
    if (d[i] != s[i])
      reach_error();
  return 0;
}
