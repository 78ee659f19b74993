// at most the limit, and no zero before it
#include "musl.h"
#include "bminor/musl/src/string/memchr.c"
#include "bminor/musl/src/string/strnlen.c"
int main(void) {
  char *s = rmt_string();
  size_t most = rmt_count(1), n = strnlen(s, most);
  assert(n <= most); //=> assert(n < most);
  assert(n == most || s[n] == 0);
}
//~ n && *s != c; s++, n-- ==> *s != c; s++, n--
//~ p ? p-s : n ==> p ? p-s+1 : n
//~ : n; ==> : n + 1;
//~deep p ? p-s : n ==> p ? p-s + (p-s == 6) : n
