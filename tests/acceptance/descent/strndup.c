// the copy is a prefix that is terminated
#include "musl.h"
#define __BYTE_ORDER 1
#include "bminor/musl/src/string/memcpy.c"
#include "bminor/musl/src/string/memchr.c"
#include "bminor/musl/src/string/strnlen.c"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strndup.c"
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  char *d = strndup(s, n);
  if (d)
    assert(strlen(d) <= n); //=> assert(strlen(d) < n);
}
//~ d[l] = 0; ==> d[l+1] = 0;
//~ memcpy(d, s, l) ==> memcpy(d, s, n)
//~deep d[l] = 0; ==> d[l == 6 ? 7 : l] = 0;
