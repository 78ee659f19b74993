// the copy is as long as the string
#include "musl.h"
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#strcpy"
#include "bminor/musl/src/string/strlen.c"
int main(void) {
  char *s = rmt_string();
  size_t room = rmt_count(1);
  char *d = rmt_array(char, room);
  if (strlen(s) >= room)
    return 0;
  char *r = strcpy(d, s); //=> char *r = strcpy(d + 1, s);
  assert(r == d && strlen(d) == strlen(s));
}
//~ != '\0' ==> != 'a'
//~ return tmp ==> return dest
//~deep (*dest++ = *src++) != '\0' ==> (*dest++ = *src++) != '\0' && dest - tmp != 6
