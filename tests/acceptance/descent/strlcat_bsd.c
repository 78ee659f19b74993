// stays within the buffer
#include "musl.h"
#include "bminor/musl/src/string/strlen.c"
#include "openssh/openssh-portable/openbsd-compat/strlcat.c#strlcat"
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  char *d = rmt_array(char, n);
  size_t r = strlcat(d, s, n); //=> size_t r = strlcat(d, s, n + 1);
  assert(n == 0 || r >= n || d[r] == 0); //=>deep assert(r < n + 5);
}
//~ n-- != 0 && ==> 
//~ if (n != 1) { ==> if (n != 0) {
