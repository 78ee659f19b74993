// stays within a buffer with room for both
#include "musl.h"
#include "kernel.h"
#include "bminor/musl/src/string/strlen.c"
#include "u-boot/u-boot/lib/string.c#strcat"
int main(void) {
  char *s = rmt_string();
  size_t room = rmt_count(1), n = rmt_count(1);
  char *d = rmt_array(char, room);
  if (n >= room)
    return 0;
  d[n] = 0;
  if (strlen(s) >= room - n) //=> if (strlen(s) > room - n)
    return 0;
  assert(strcat(d, s) == d); //=>deep assert(strcat(d, s) == d && strlen(d) < n + 5);
}
//~ while (*dest) ==> while (*dest++)
//~ (*dest++ = *src++) != '\0' ==> (*dest++ = *src++) != 'x'
