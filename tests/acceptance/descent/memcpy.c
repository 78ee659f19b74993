// copies every byte
#include "musl.h"
#define __BYTE_ORDER 1
#include "bminor/musl/src/string/memcpy.c"
int main(void) {
  size_t n = rmt_count(1), i = rmt_count(1);
  char *s = rmt_array(char, n), *d = rmt_array(char, n);
  memcpy(d, s, n); //=> memcpy(d, s, n / 2);
  assert(i >= n || d[i] == s[i]);
}
//~deep for (; n; n--) *d++ = *s++; ==> for (; n; n--) *d++ = n == 7 ? 0 : *s++;
//~ for (; n; n--) *d++ = *s++; ==> for (; n + 1; n--) *d++ = *s++;
