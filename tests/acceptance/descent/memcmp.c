// agrees with the one of a kernel
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/memcmp.c"
#define memcmp other
#include "u-boot/u-boot/lib/string.c#memcmp"
#undef memcmp
int main(void) {
  size_t n = rmt_count(1);
  unsigned char *s = rmt_array(unsigned char, n), *t = rmt_array(unsigned char, n);
  assert((memcmp(s, t, n) == 0) == (other(s, t, n) == 0)); //=> assert(memcmp(s, t, n) == 0);
}
//~ n && *l == *r ==> *l == *r
//~ 0 < count ==> 1 < count
//~deep ++su1, ++su2, ==> ++su1, su2 += su1 - (const unsigned char *)cs == 6 ? 2 : 1,
