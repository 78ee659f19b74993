// an array equals itself
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#memcmp"
int main(void) {
  size_t n = rmt_count(1);
  unsigned char *s = rmt_array(unsigned char, n);
  assert(memcmp(s, s, n) == 0); //=> assert(memcmp(s, s, n + 1) == 0);
}
//~ *su1 - *su2 ==> *su1 - *su2 + (count == 3)
//~ ++su1, ++su2, ==> ++su1,
//~deep ++su1, ++su2, ==> ++su1, su2 += su1 - (const unsigned char *)cs == 6 ? 2 : 1,
