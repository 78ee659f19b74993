// agrees with the one of musl
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/memchr.c"
#define memchr other
#include "u-boot/u-boot/lib/string.c#memchr"
#undef memchr
int main(void) {
  size_t n = rmt_count(1);
  char *s = rmt_array(char, n), c = rmt_char();
  assert(memchr(s, c, n) == other(s, c, n)); //=>deep assert(memchr(s, c, n) == other(s, c, n > 5 ? 5 : n));
}
//~ n-- != 0 ==> n-- > 1
//~ (void *)(p-1) ==> (void *)p
//~ *s != c; s++, n-- ==> *s < c; s++, n--
