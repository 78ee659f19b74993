// agrees with the one of a kernel
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strncmp.c"
#define strncmp other
#include "u-boot/u-boot/lib/string.c#strncmp"
#undef strncmp
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  size_t n = rmt_count(1);
  assert(strncmp(s, t, n) == other(s, t, n)); //=>deep assert(strncmp(s, t, n) == other(s, t, n > 5 ? n - 1 : n));
}
//~ *r && n && ==> *r &&
//~ count-- ==> --count
//~ if (!n--) ==> if (!n)
