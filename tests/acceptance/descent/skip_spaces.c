// the result is no space, within the string
#include "musl.h"
#include "kernel.h"
#include "u-boot/u-boot/lib/linux_string.c#skip_spaces"
int main(void) {
  char *s = rmt_string();
  char *r = skip_spaces(s); //=>deep char *r = skip_spaces(s); if (r - s > 5) r = s;
  assert(*r != ' '); //=> assert(*r);
}
//~ isspace(*str) ==> (isspace(*str) || !*str)
//~ return (char *)str; ==> return (char *)str + 1;
