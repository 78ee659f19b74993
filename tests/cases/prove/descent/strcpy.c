// prove: descent --check deref => safe, mutants unsafe
// A copy is equal to what was copied, and fits.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
static unsigned long length(const char *s) {
  unsigned long i = 0;
  while (s[i] != 0)
    i++;
  return i;
}
static void copy(char *d, const char *s) {
  while ((*d = *s) != 0) {
    d++;
    s++; //=> s++; if (*s == 0) break;
  }
}
static int compare(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return (unsigned char)*a - (unsigned char)*b;
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong(), m = __VERIFIER_nondet_ulong();
  if (n == 0)
    return 0;
  char *s = malloc(n), *d = malloc(m);
  if (!s || !d)
    return 0;
  s[n - 1] = 0;
  if (length(s) >= m) //=> if (length(s) > m)
    return 0;
  copy(d, s);
  if (compare(d, s) != 0)
    reach_error();
  return 0;
}
