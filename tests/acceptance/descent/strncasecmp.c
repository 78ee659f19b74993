// looks at the given number of bytes alone
#include "musl.h"
#include "bminor/musl/src/string/strncasecmp.c#strncasecmp"
int main(void) {
  size_t n = rmt_count(1);
  char *s = rmt_array(char, n), *t = rmt_array(char, n);
  int r = strncasecmp(s, t, n); //=> int r = strncasecmp(s, t, n + 1);
}
//~ if (!n--) ==> if (!n)
//~ *l && *r && n && ==> *l && *r &&
//~deep l++, r++, n-- ==> l++, r++, n -= n == 6 ? 0 : 1
