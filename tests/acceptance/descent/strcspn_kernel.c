// at most the length
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strlen.c"
#include "u-boot/u-boot/lib/string.c#strcspn"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  assert(strcspn(s, t) <= strlen(s)); //=> assert(strcspn(s, t) < strlen(s));
}
//~ *r != '\0' ==> *r != 'x'
//~ *p != '\0' ==> *p != 'x'
//~deep ++count; ==> count += count == 5 ? 2 : 1;
