// copies every byte, between blocks that are not aligned
#include "kernel.h"
#undef __GNUC__
#define __rcode
#include "u-boot/u-boot/lib/string.c#memcpy"
int main(void) {
  size_t n = rmt_count(1), i = rmt_count(1);
  char *s = rmt_array(char, n + 1), *d = rmt_array(char, n);
  memcpy(d, s + 1, n); //=> memcpy(d, s + 2, n);
  assert(i >= n || d[i] == s[i + 1]);
}
//~ while (count--) ==> while (--count)
//~ count -= sizeof(*dl) ==> count -= 1
