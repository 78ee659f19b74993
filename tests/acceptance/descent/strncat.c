// stays within a buffer with room for both
#include "musl.h"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strncat.c"
int main(void) {
  char *s = rmt_string();
  size_t room = rmt_count(1), n = rmt_count(1), most = rmt_count(1);
  char *d = rmt_array(char, room);
  if (n >= room || most >= room - n) //=> if (n >= room || most > room - n)
    return 0;
  d[n] = 0;
  assert(strncat(d, s, most) == d); //=>deep assert(strncat(d, s, most) == d && strlen(d) < n + 5);
}
//~ while (n && *s) ==> while (*s)
//~ *d++ = 0; ==> *++d = 0;
