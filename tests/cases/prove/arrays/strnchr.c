// prove: shrink --check none => safe, mutants unsafe
// prove: squeeze --check none => safe
// prove: squeeze --check none -I include -D GIVEN => safe
// The first c among the first n characters, up to the end of the string.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
#ifdef GIVEN
#include <rmt.h>
rmt_squeeze(n, 2) static unsigned shorter(const char *s, char c) { return s[0] == c || s[0] == 0 ? 1 : 0; }
#endif
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char s[n], c = __VERIFIER_nondet_char();
  unsigned i = 0, found = 0;
  while (i < n) {
    if (s[i] == c) {
      found = 1;
      break;
    }
    if (s[i] == 0) //=> if (s[i] == 1)
      break;
    i++; //=> i += 2;
  }
  if (found && (i >= n || s[i] != c))
    __VERIFIER_error();
  if (!found && i < n && s[i] != 0)
    __VERIFIER_error();
  for (unsigned j = 0; j < i; j++)
    if (s[j] == c || s[j] == 0) //=> if (s[j] == c || s[j] == 1)
      __VERIFIER_error();
  return 0;
}
