// the copy equals the string
#include "musl.h"
#include "bminor/musl/src/string/stpcpy.c"
#include "bminor/musl/src/string/strcpy.c"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strcmp.c"
int main(void) {
  char *s = rmt_string();
  size_t room = rmt_count(1);
  char *d = rmt_array(char, room);
  if (strlen(s) >= room) //=> if (strlen(s) > room)
    return 0;
  strcpy(d, s);
  assert(strcmp(d, s) == 0);
}
//~ for (; (*d=*s); s++, d++); ==> for (; (*d=*s); s++, d++) if (*s == 7) break;
//~ (*d=*s) ==> (*d++=*s)
//~deep for (; (*d=*s); s++, d++); ==> for (int i = 0; (*d=*s); s++, d += i++ == 5 ? 2 : 1);
