// prove: shrink --check none => safe, mutants unsafe
// prove: squeeze --check none => safe
// prove: squeeze --check none -I include -D GIVEN => safe
// The first difference of two strings among n characters.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
#ifdef GIVEN
#include <rmt.h>
rmt_squeeze(n, 2) static unsigned shorter(const char *s, const char *t) { return s[0] == t[0] && s[0] != 0 ? 0 : 1; }
#endif
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  char s[n], t[n];
  unsigned i = 0;
  int result = 0;
  while (i < n) {
    if (s[i] != t[i]) {
      result = s[i] - t[i]; //=> result = s[i] + t[i];
      break;
    }
    if (s[i] == 0) //=> if (s[i] == 1)
      break;
    i++; //=> i += 2;
  }
  if (result != 0 && (i >= n || result != s[i] - t[i]))
    __VERIFIER_error();
  if (result == 0 && i < n && (s[i] != 0 || t[i] != 0))
    __VERIFIER_error();
  for (unsigned j = 0; j < i; j++)
    if (s[j] != t[j] || s[j] == 0)
      __VERIFIER_error();
  return 0;
}
