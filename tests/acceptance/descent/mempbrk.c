// finds a character of the set
#include "musl.h"
#include "redis/redis/src/util.c#mempbrk"
int main(void) {
  size_t n = rmt_count(1), m = rmt_count(1);
  char *s = rmt_array(char, n), *t = rmt_array(char, m);
  const char *r = mempbrk(s, n, t, m); //=> const char *r = mempbrk(s, n, t, m + 1);
  assert(!r || r < s + n);
}
//~ j < len ==> j <= len
//~ n < charslen ==> n <= charslen
//~deep n < charslen ==> n < charslen + (n == 6)
