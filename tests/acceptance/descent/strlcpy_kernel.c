// returns the length and keeps within the buffer
#include "musl.h"
#include "kernel.h"
static void *copy(char *d, const char *s, size_t n) {
  for (; n; n--)
    *d++ = *s++;
  return 0;
}
#define memcpy copy
#include "u-boot/u-boot/lib/string.c#strlcpy"
#undef memcpy
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  char *d = rmt_array(char, n);
  size_t r = strlcpy(d, s, n); //=> size_t r = strlcpy(d, s, n + 1);
  assert(s[r] == 0);
}
//~ size - 1 : ret ==> size : ret
//~deep return ret ==> return ret + (ret == 7)
