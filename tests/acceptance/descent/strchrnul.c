// the end, or that character; nothing such before
#include "musl.h"
#include "bminor/musl/src/string/strchrnul.c"
int main(void) {
  char *s = rmt_string(), c = rmt_char();
  char *r = __strchrnul(s, c);
  assert(*r == 0 || *r == c); //=>deep assert(r - s < 5);
  for (char *p = s; p != r; p++)
    assert(*p != c && *p != 0); //=> assert(*p != c && *p != 5);
}
//~ *s && ==> 
//~ *s && *(unsigned char *)s != c; s++ ==> *s && (*(unsigned char *)s != c || s[1] == 3); s++
