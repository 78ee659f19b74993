// agrees with the one of musl
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strchrnul.c"
#include "bminor/musl/src/string/strchr.c"
#define strchr other
#include "u-boot/u-boot/lib/string.c#strchr"
#undef strchr
int main(void) {
  char *s = rmt_string(), c = rmt_char();
  assert(strchr(s, c) == other(s, c)); //=>deep assert(!strchr(s, c) || other(s, c) - s < 5);
}
//~ if (*s == '\0') ==> if (*s == '\n')
//~ return (char *) s; ==> return (char *) s + (*s == 1);
//~ *s && *(unsigned char *)s != c ==> *s
