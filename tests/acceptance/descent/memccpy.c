// stops behind the byte
#include "musl.h"
#include "bminor/musl/src/string/memccpy.c"
int main(void) {
  size_t n = rmt_count(1);
  unsigned char *s = rmt_array(unsigned char, n), *d = rmt_array(unsigned char, n), c = rmt_char();
  unsigned char *r = memccpy(d, s, c, n); //=> unsigned char *r = memccpy(d, s, c, n + 1);
  assert(!r || r[-1] == c);
}
//~ return d+1 ==> return d
//~ if (n) return ==> if (n != 6) return
//~deep for (; n && (*d=*s)!=c; n--, s++, d++); ==> for (; n && (*d=*s)!=c; n--, s++, d += n == 6 ? 2 : 1);
