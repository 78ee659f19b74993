// prove: descent --check deref => safe, mutants unsafe
// A string begins with itself. What is proved depends on what comes first: whether it begins with another.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
static int begins(const char *s, const char *prefix) {
  while (*prefix) {
    if (*s != *prefix)
      return 0;
    s++;
    prefix++; //=> prefix++; if (*s == 1 && *prefix == 1) return 0;
  }
  return 1;
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
  if (n == 0 || m == 0)
    return 0;
  char *s = malloc(n), *t = malloc(m);
  if (!s || !t)
    return 0;
  s[n - 1] = 0;
  t[m - 1] = 0; //=> ;
  begins(s, t);
  if (!begins(s, s)) //=> if (!begins(s, t))
    reach_error();
  return 0;
}
