// finds such a character
#include "musl.h"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/memrchr.c"
#include "bminor/musl/src/string/strrchr.c"
int main(void) {
  char *s = rmt_string(), c = rmt_char();
  char *r = strrchr(s, c);
  assert(!r || *r == c); //=>deep assert(!r || r - s < 5);
}
//~ strlen(s) + 1 ==> strlen(s) + 2
//~ while (n--) ==> while (n-- != 5)
//~ (void *)(s+n) ==> (void *)(s+n+1)
