// returns the length of the string and terminates the copy
#include "musl.h"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strlcpy.c"
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  char *d = rmt_array(char, n);
  size_t r = strlcpy(d, s, n); //=> size_t r = strlcpy(d, s, n + 1);
  assert(r == strlen(s));
  if (r < n)
    assert(d[r] == 0);
}
//~ if (!n--) ==> if (!n)
//~deep return d-d0 + strlen(s) ==> return d-d0 + strlen(s) + (d-d0 == 6)
//~ *d = 0; ==> 
