// an array equals itself
#include "musl.h"
#include "openssh/openssh-portable/openbsd-compat/timingsafe_bcmp.c#timingsafe_bcmp"
int main(void) {
  size_t n = rmt_count(1);
  unsigned char *s = rmt_array(unsigned char, n), *t = rmt_array(unsigned char, n);
  int r = timingsafe_bcmp(s, t, n); //=> int r = timingsafe_bcmp(s, t, n + 1); //=>deep int r = timingsafe_bcmp(s, t, n > 5 ? n + 1 : n);
  assert(r == 0 || r == 1);
}
//~ return (ret != 0) ==> return ret
//~ *p2++ ==> *++p2
