// stays within the given number of bytes
#include "musl.h"
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#strncpy"
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  char *d = rmt_array(char, n);
  char *r = strncpy(d, s, n);
  assert(r == d);
}
//~ count-- && ==> count-- != 7 &&
//~ return tmp ==> return dest
//~ count-- && ==> 
//~deep count-- && ==> count-- + (dest - tmp == 6) &&
