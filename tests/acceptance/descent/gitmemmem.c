// stays within both arrays
#include "musl.h"
#include "bminor/musl/src/string/memcmp.c"
#include "git/git/compat/memmem.c#gitmemmem"
int main(void) {
  size_t n = rmt_count(1), m = rmt_count(1);
  char *s = rmt_array(char, n), *t = rmt_array(char, m);
  char *r = gitmemmem(s, n, t, m); //=> char *r = gitmemmem(s, n, t, m + 1);
  assert(!r || r - s <= n);
}
//~ begin <= last_possible ==> begin <= last_possible + 1
//~ tail, needle_len - 1 ==> tail, needle_len
//~deep n && *l == *r ==> (n || l - (const unsigned char *)vl == 5) && *l == *r
