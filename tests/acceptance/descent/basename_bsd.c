// copies the last part, if it fits
#include "musl.h"
#include <errno.h>
#define MAXPATHLEN 16
#include "bminor/musl/src/string/strlen.c"
#define __BYTE_ORDER 1
#include "bminor/musl/src/string/memcpy.c"
#define basename base
#include "openssh/openssh-portable/openbsd-compat/basename.c#basename"
int main(void) {
  char *s = rmt_string();
  char *r = base(s); //=>deep char *r = base(s); if (r && r[0] && r[1] && r[2] && r[3] && r[4] && r[5]) r[16] = 0;
  assert(!r || *r); //=> assert(r && *r);
}
//~ endp > path && *endp == '/' ==> *endp == '/'
//~ len >= sizeof(bname) ==> len > sizeof(bname)
