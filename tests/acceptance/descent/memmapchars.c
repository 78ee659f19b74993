// stays within the array and the tables
#include "musl.h"
#include "redis/redis/src/util.c#memmapchars"
int main(void) {
  size_t n = rmt_count(1), m = rmt_count(1);
  char *s = rmt_array(char, n), *from = rmt_array(char, m), *to = rmt_array(char, m);
  char *r = memmapchars(s, n, from, to, m); //=> char *r = memmapchars(s, n, from, to, m + 1);
  assert(r == s);
}
//~ j < len ==> j <= len
//~ to[i] ==> to[i + 1]
//~deep to[i] ==> to[i + (i == 6)]
