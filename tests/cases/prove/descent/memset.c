// prove: descent --check deref => safe, mutants unsafe
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static void fill(unsigned char *d, unsigned char c, unsigned long n) {
  unsigned char *start = d;
  while (n--) {
    *d++ = c; //=> *d++ = c; if (d - start == 7) d++;
  }
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  unsigned char *s = malloc(n);
  if (!s)
    return 0;
  fill(s, 7, n);
  return 0;
}
