// between two blocks, copies every byte
#include "musl.h"
#include "bminor/musl/src/string/memcpy.c"
#include "bminor/musl/src/string/memmove.c"
int main(void) {
  size_t n = rmt_count(1), i = rmt_count(1);
  char *s = rmt_array(char, n), *d = rmt_array(char, n);
  memmove(d, s, n); //=> memmove(d, s, n + 1);
  assert(i >= n || d[i] == s[i]);
}
//~deep *d++ = *s++; ==> *d++ = n == 6 ? 0 : *s++;
//~ for (; n; n--) *d++ = *s++; ==> for (; n > 1; n--) *d++ = *s++;
