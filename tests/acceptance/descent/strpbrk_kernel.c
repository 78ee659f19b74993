// finds a character of the set
#include "musl.h"
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#strpbrk"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  char *r = strpbrk(s, t);
  assert(!r || *r); //=> assert(!r || *r > 0); //=>deep assert(!r || r - s < 5);
}
//~ *sc2 != '\0' ==> *sc2 != 'x'
//~ *sc1 != '\0' ==> *sc1 != 'x'
