// stays within a buffer with room for both
#include "musl.h"
#include "kernel.h"
#include "u-boot/u-boot/lib/string.c#strncat"
int main(void) {
  char *s = rmt_string();
  size_t room = rmt_count(1), n = rmt_count(1), most = rmt_count(1);
  char *d = rmt_array(char, room);
  if (n >= room || most >= room - n) //=> if (n >= room || most > room - n)
    return 0;
  d[n] = 0;
  assert(strncat(d, s, most) == d);
}
//~ --count == 0 ==> --count == 1
//~ *dest = '\0'; ==> dest[1] = '\0';
//~deep --count == 0 ==> (count -= count == 6 ? 0 : 1) == 0
