// zero only for strings of the same length
#include "musl.h"
#include "bminor/musl/src/string/strcmp.c"
#include "bminor/musl/src/string/strlen.c"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  if (strcmp(s, t) == 0)
    assert(strlen(s) == strlen(t)); //=> assert(strlen(s) != strlen(t));
}
//~ *l==*r && *l ==> *l==*r && *l != 5
//~ *l==*r && *l ==> *l==*r
//~deep for (; *l==*r && *l; l++, r++); ==> for (int i = 0; *l && (*l==*r || i == 5); i++, l++, r++);
