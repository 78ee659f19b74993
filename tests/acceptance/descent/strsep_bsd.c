// stays within the string
#include "musl.h"
#include "openssh/openssh-portable/openbsd-compat/strsep.c#strsep"
int main(void) {
  char *s = rmt_string(), *t = rmt_string(), *rest = s;
  char *r = strsep(&rest, t);
  assert(r == s);
  assert(!rest || rest[-1] == 0); //=> assert(!rest || rest[-1] != 0);
}
//~ sc != 0 ==> sc != 'x'
//~ s[-1] = 0 ==> s[0] = 0
//~deep (sc = *spanp++) == c ==> (sc = *spanp++) == c && s - tok != 6
