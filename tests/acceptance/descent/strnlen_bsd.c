// agrees with the one of a kernel
#include "musl.h"
#include "kernel.h"
#define strnlen other
#include "u-boot/u-boot/lib/string.c#strnlen"
#undef strnlen
#include "openssh/openssh-portable/openbsd-compat/strnlen.c#strnlen"
int main(void) {
  char *s = rmt_string();
  size_t most = rmt_count(1);
  assert(strnlen(s, most) == other(s, most)); //=> assert(strnlen(s, most) == other(s, most + 1));
}
//~ maxlen != 0 ==> maxlen > 5
//~ count-- && ==> count-- > 1 &&
//~deep maxlen != 0 && *cp ==> maxlen != 0 && cp - str != 6 && *cp
