// what is found lies within the string
#include "musl.h"
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#strlen,strnlen,memcmp,strnstr"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  size_t most = rmt_count(1);
  char *r = strnstr(s, t, most); //=> char *r = strnstr(s, t, most) + 1;
  assert(!r || r - s <= most); //=>deep assert(!r || r - s < 5);
}
//~ --l1, ++s1 ==> --l1, s1 += 2
//~ memcmp(s1, s2, l2) ==> memcmp(s1, s2, l2 + 2)
