// prove: descent --check deref => safe, mutants unsafe
// A string is put behind another if both fit: how much is left falls as the copy grows, until nothing is left.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
static void append(char *d, const char *s, unsigned long most) {
  while (*d)
    d++;
  while ((*d++ = *s++))
    if (--most == 0) { //=> if (--most == 1 && *s == 7) {
      *d = 0;
      break;
    }
}
int main(void) {
  unsigned long size = __VERIFIER_nondet_ulong(), room = __VERIFIER_nondet_ulong();
  unsigned long n = __VERIFIER_nondet_ulong(), most = __VERIFIER_nondet_ulong();
  if (size == 0 || n >= room || most == 0 || most >= room - n) //=> if (size == 0 || n >= room || most == 0 || most > room - n)
    return 0;
  char *s = malloc(size), *d = malloc(room);
  if (!s || !d)
    return 0;
  s[size - 1] = 0;
  d[n] = 0;
  append(d, s, most);
  return 0;
}
