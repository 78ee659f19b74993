// the result is behind the last byte, and every byte is copied
#define _GNU_SOURCE
#include "musl.h"
#include "bminor/musl/src/string/memcpy.c"
#include "bminor/musl/src/string/mempcpy.c"
int main(void) {
  size_t n = rmt_count(1), i = rmt_count(1);
  char *s = rmt_array(char, n), *d = rmt_array(char, n);
  char *end = mempcpy(d, s, n); //=> char *end = mempcpy(d, s, n + 1);
  assert(end == d + n);
  assert(i >= n || d[i] == s[i]);
}
//~deep *d++ = *s++; ==> *d++ = n == 6 ? 0 : *s++;
//~ dest, src, n) + n ==> dest, src, n)
