// a string equals itself
#include "musl.h"
#include "bminor/musl/src/string/strcasecmp.c#strcasecmp"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  int r = strcasecmp(s, t);
  assert(strcasecmp(s, s) == 0); //=> assert(r == 0);
}
//~ *l && *r && (*l == *r ==> *l && (!*r || *l == *r
//~deep l++, r++ ==> l++, r += (char *)l - _l == 6 ? 2 : 1
