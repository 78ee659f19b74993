// stays within the string
#include "musl.h"
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#strpbrk,strsep"
int main(void) {
  char *s = rmt_string(), *t = rmt_string(), *rest = s;
  char *r = strsep(&rest, t);
  assert(r == s);
  assert(!rest || rest[-1] == 0); //=> assert(!rest || rest[-1] != 0); //=>deep assert(!rest || rest - s < 6);
}
//~ *end++ = '\0' ==> *++end = '\0'
//~ *sc2 != '\0' ==> *sc2 != 'x'
