// finds the byte, within the array
#include "musl.h"
#include "bminor/musl/src/string/memchr.c"
int main(void) {
  size_t n = rmt_count(1);
  char *s = rmt_array(char, n), c = rmt_char();
  char *r = memchr(s, c, n); //=> char *r = memchr(s, c, n + 1);
  assert(!r || *r == c);
  assert(!r || r - s < n);
}
//~deep n && *s != c; s++, n-- ==> n && *s != c; s++, n -= n == 7 ? 8 : 1
//~ n ? (void *)s : 0 ==> (void *)s
