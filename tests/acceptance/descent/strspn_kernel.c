// at most the length
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strlen.c"
#include "u-boot/u-boot/lib/string.c#strspn"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  assert(strspn(s, t) <= strlen(s)); //=> assert(strspn(s, t) < strlen(s));
}
//~ *a != '\0' ==> *a != 'x'
//~ ++count; ==> count += count == 1 ? 2 : 1;
//~deep ++count; ==> count += count == 5 ? 2 : 1;
