// finds such a character
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strlen.c"
#include "u-boot/u-boot/lib/string.c#strrchr"
int main(void) {
  char *s = rmt_string(), c = rmt_char();
  char *r = strrchr(s, c);
  assert(!r || *r == c); //=>deep assert(!r || r - s < 5);
}
//~ while (--p >= s) ==> while (p-- >= s)
//~ (char *)p ==> (char *)p + (*p == 3)
//~ s + strlen(s) ==> s + strlen(s) + 1
