// agrees with the one of a kernel
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strcmp.c"
#define strcmp other
#include "u-boot/u-boot/lib/string.c#strcmp"
#undef strcmp
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  assert(strcmp(s, t) == other(s, t));
}
//~ *l==*r && *l ==> *l==*r
//~ unsigned char b ==> signed char b
//~ if (ret || !b) ==> if (ret)
//~deep for (; *l==*r && *l; l++, r++); ==> for (int i = 0; *l==*r && *l && i < 6; i++, l++, r++);
