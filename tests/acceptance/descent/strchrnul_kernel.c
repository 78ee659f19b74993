// agrees with the one of musl
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strchrnul.c"
#include "u-boot/u-boot/lib/string.c#strchrnul"
int main(void) {
  char *s = rmt_string(), c = rmt_char();
  assert(strchrnul(s, c) == __strchrnul(s, c)); //=>deep assert(strchrnul(s, c) - s < 5);
}
//~ if (*s == '\0') ==> if (*s == '\n')
//~ *s != (char)c; ++s ==> *s > (char)c; ++s
//~ *s && *(unsigned char *)s != c ==> *s
