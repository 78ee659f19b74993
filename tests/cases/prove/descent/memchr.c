// prove: descent --check deref => safe, mutants unsafe
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
extern char __VERIFIER_nondet_char(void);
void reach_error(void);
static const char *find(const char *s, char c, unsigned long n) {
  for (; n; s++, n--)
    if (*s == c)
      return s; //=> return s + 1;
  return 0;
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  char *s = malloc(n);
  if (!s)
    return 0;
  char c = __VERIFIER_nondet_char();
  const char *r = find(s, c, n); //=> const char *r = find(s, c, n + 1);
  if (r && *r != c)
    reach_error();
  return 0;
}
