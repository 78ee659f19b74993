// prove: descent --check deref => safe, mutants unsafe
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
static unsigned long length(const char *s, unsigned long most) {
  unsigned long i = 0;
  while (i < most && s[i]) //=> while ((i < most || i == 7) && s[i])
    i++;
  return i;
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), most = __VERIFIER_nondet_ulong();
  if (n == 0)
    return 0;
  char *s = malloc(n);
  if (!s)
    return 0;
  s[n - 1] = 0;
  if (length(s, most) > most)
    reach_error();
  return 0;
}
