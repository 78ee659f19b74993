// writes exactly the given number of bytes, and pads with zeros
#include "musl.h"
static void *zeros(char *d, int c, size_t n) {
  for (; n; n--)
    *d++ = c;
  return 0;
}
#define memset zeros
#include "bminor/musl/src/string/stpncpy.c"
#include "bminor/musl/src/string/strncpy.c"
#undef memset
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  char *d = rmt_array(char, n);
  char *r = strncpy(d, s, n); //=> char *r = strncpy(d, s, n + 1);
  assert(r == d);
  assert(n == 0 || d[0] == s[0]);
}
//~ n && (*d=*s) ==> (*d=*s)
//~ (*d=*s) ==> (*d=*s-1)
//~deep for (; n && (*d=*s); n--, s++, d++); ==> for (; n && (*d=*s); n--, s++, d += n == 11 ? 2 : 1);
