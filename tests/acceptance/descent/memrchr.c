// finds the last such byte, or there is none
#include "musl.h"
#include "bminor/musl/src/string/memrchr.c"
int main(void) {
  size_t n = rmt_count(1);
  char *s = rmt_array(char, n), c = rmt_char();
  char *r = __memrchr(s, c, n);
  assert(!r || *r == c); //=> assert(r && *r == c);
}
//~ (void *)(s+n) ==> (void *)(s+n+1)
//~ while (n--) ==> while (--n)
//~deep while (n--) ==> for (int i = 0; n-- || i == 5; i++)
