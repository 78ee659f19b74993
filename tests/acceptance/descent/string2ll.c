// stays within the array and computes without overflow
#include "musl.h"
#define LONG_STR_SIZE 21
#include "redis/redis/src/util.c#string2ll"
int main(void) {
  size_t n = rmt_count(1);
  char *s = rmt_array(char, n);
  long long value = 0;
  int r = string2ll(s, n, &value); //=> int r = string2ll(s, n + 1, &value);
  assert(r == 0 || r == 1);
}
//~ plen < slen && p[0] >= ==> p[0] >=
//~ if (plen == slen) ==> if (plen > slen)
//~deep while (plen < slen && ==> while ((plen < slen || plen == 7) &&
