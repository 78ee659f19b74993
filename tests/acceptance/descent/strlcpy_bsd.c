// agrees with the one of musl on the result
#include "musl.h"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strlcpy.c"
#define strlcpy other
#include "openssh/openssh-portable/openbsd-compat/strlcpy.c#strlcpy"
#undef strlcpy
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  char *d = rmt_array(char, n), *e = rmt_array(char, n);
  assert(strlcpy(d, s, n) == other(e, s, n));
}
//~ while (--n != 0) ==> while (n-- != 0)
//~ s - src - 1 ==> s - src
//~ if (n == 0) { ==> if (n == 1) {
//~deep s - src - 1 ==> s - src - 1 - (s - src == 12)
