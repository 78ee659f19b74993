// finds the first such character
#include "musl.h"
#include "bminor/musl/src/string/strchrnul.c"
#include "bminor/musl/src/string/strchr.c"
int main(void) {
  char *s = rmt_string(), c = rmt_char();
  char *r = strchr(s, c);
  assert(!r || *r == c); //=>deep assert(!r || r - s < 5);
}
//~ (char *)s; ==> (char *)s + 1;
//~ *s && ==> 
//~ ? r : 0 ==> ? r : (char *)s
