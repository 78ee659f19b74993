// the result is the end of the copy
#include "musl.h"
#include "bminor/musl/src/string/stpcpy.c"
#include "bminor/musl/src/string/strlen.c"
int main(void) {
  char *s = rmt_string();
  size_t room = rmt_count(1);
  char *d = rmt_array(char, room);
  if (strlen(s) >= room) //=> if (strlen(s) > room)
    return 0;
  char *end = __stpcpy(d, s);
  assert(*end == 0);
  assert(end - d == strlen(s));
}
//~ return d; ==> return d + 1;
//~ (*d=*s); s++ ==> (*d=*s) && d[0] != 9; s++
//~deep for (; (*d=*s); s++, d++); ==> for (int i = 0; (*d=*s); s++, d += i++ == 5 ? 2 : 1);
