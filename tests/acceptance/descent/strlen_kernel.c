// agrees with the one of musl
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strlen.c"
#define strlen other
#include "u-boot/u-boot/lib/string.c#strlen"
#undef strlen
int main(void) {
  char *s = rmt_string(); //=> char *s = rmt_array(char, rmt_count(1));
  assert(strlen(s) == other(s));
}
//~deep ++sc ==> sc += sc - s == 6 ? 2 : 1
//~ return sc - s ==> return sc - s + !*s
