// the result is as long as both
#include "musl.h"
#include "bminor/musl/src/string/stpcpy.c"
#include "bminor/musl/src/string/strcpy.c"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strcat.c"
int main(void) {
  char *s = rmt_string(), *d = rmt_string();
  size_t n = strlen(d), m = strlen(s);
  size_t room = rmt_count(1);
  char *b = rmt_array(char, room);
  if (room <= n || room - n <= m) //=> if (room < n || room - n <= m)
    return 0;
  strcpy(b, d);
  strcat(b, s);
  assert(strlen(b) == n + m);
}
//~ dest + strlen(dest) ==> dest + strlen(dest) + 1
//~ for (; (*d=*s); s++, d++); ==> for (; (*d=*s) && *s != 3; s++, d++);
