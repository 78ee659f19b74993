// stays within both blocks
#include "musl.h"
#include <unistd.h>
#include "bminor/musl/src/string/swab.c"
int main(void) {
  size_t n = rmt_count(1);
  char *s = rmt_array(char, n), *d = rmt_array(char, n);
  swab(s, d, n); //=> swab(s, d, n + 1);
}
//~ n>1 ==> n>0
//~ src += 2; ==> src += n == 6 ? 3 : 2;
//~deep src += 2; ==> src += n == 12 ? 3 : 2;
