// stays within both strings
#include "musl.h"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strncasecmp.c#strncasecmp"
#include "bminor/musl/src/string/strcasestr.c"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  char *r = strcasestr(s, t); //=> char *r = strcasestr(s, t + 1);
  assert(!r || r >= s); //=> assert(r);
}
//~ for (; *h; h++) ==> for (;; h++)
//~deep for (; *h; h++) ==> for (; *h; h += l == 6 ? 9 : 1)
