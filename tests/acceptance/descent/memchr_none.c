// where it finds nothing, the byte is nowhere
#include "musl.h"
#include "bminor/musl/src/string/memchr.c"
int main(void) {
  size_t n = rmt_count(1), i = rmt_count(1);
  char *s = rmt_array(char, n), c = rmt_char();
  char *r = memchr(s, c, n); //=> char *r = memchr(s, c, n / 2);
  assert(r || i >= n || s[i] != c);
}
//~ return n ? ==> return n > 1 ?
//~deep *s != c; s++, n-- ==> (*s != c || n == 6); s++, n--
