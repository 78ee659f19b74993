// the copy equals the string
#include "musl.h"
#define __BYTE_ORDER 1
#include "bminor/musl/src/string/memcpy.c"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strcmp.c"
#include "bminor/musl/src/string/strdup.c"
int main(void) {
  char *s = rmt_string();
  char *d = strdup(s);
  if (d)
    assert(strcmp(s, d) == 0); //=> assert(strcmp(s, d) > 0);
}
//~ malloc(l+1) ==> malloc(l)
//~ memcpy(d, s, l+1) ==> memcpy(d, s, l)
//~deep for (; n; n--) *d++ = *s++; ==> for (; n; n--) *d++ = n == 6 ? 1 : *s++;
