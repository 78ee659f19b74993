// prove: descent --check deref => safe, mutants unsafe
// How many characters from the start are not in a set: loops are nested, and what is passed is no end.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
static char *string(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0)
    exit(0);
  char *s = malloc(n);
  if (!s)
    exit(0);
  s[n - 1] = 0;
  return s;
}
static unsigned long span(const char *s, const char *set) {
  const char *p, *q;
  for (p = s; *p; p++) { //=> for (p = s; *p != 1; p++) {
    for (q = set; *q && *q != *p; q++) { //=> for (q = set; *q != *p; q++) {
    }
    if (*q)
      break;
  }
  return p - s;
}
static unsigned long length(const char *s) {
  const char *p = s;
  while (*p)
    p++; //=> p += p - s == 1 ? 2 : 1;
  return p - s;
}
int main(void) {
  char *s = string(), *set = string();
  if (span(s, set) > length(s)) //=> if (span(s, set) >= length(s))
    reach_error();
  return 0;
}
