// stays within the string, and the result does not begin with a space
#include "musl.h"
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#strlen"
#include "u-boot/u-boot/lib/linux_string.c#skip_spaces,strim"
int main(void) {
  char *s = rmt_string();
  char *r = strim(s); //=>deep char *r = strim(s); if (r - s > 5) r = s;
  assert(*r != ' '); //=> assert(*r);
}
//~ end >= s && ==>
//~ *(end + 1) = ==> *(end + 2) =
