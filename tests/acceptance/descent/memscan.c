// finds the byte, or returns the end
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#memscan"
int main(void) {
  size_t n = rmt_count(1);
  unsigned char *s = rmt_array(unsigned char, n), c = rmt_char();
  unsigned char *r = memscan(s, c, n); //=> unsigned char *r = memscan(s, c, n + 1);
  assert(r == s + n || *r == c);
}
//~ if (*p == c) ==> if (*p == c || *p == 7)
//~deep p++ ==> p += size == 6 ? 2 : 1
