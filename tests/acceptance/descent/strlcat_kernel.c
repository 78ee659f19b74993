// stays within the buffer that its first string ends in
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/memchr.c"
#include "bminor/musl/src/string/strnlen.c"
#include "bminor/musl/src/string/strlcpy.c"
#include "u-boot/u-boot/lib/string.c#strlcat"
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  char *d = rmt_array(char, n);
  strlcat(d, s, n); //=> strlcat(d, s, n + 1);
}
//~ size - len ==> size
//~ dest + len ==> dest + len + 1
//~deep for (; n && *s != c; s++, n--); ==> for (; (n || s - (const unsigned char *)src == 6) && *s != c; s++, n--);
