// stays within the string
#include "musl.h"
#include <libgen.h>
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/misc/dirname.c"
int main(void) {
  char *s = rmt_string();
  char *r = dirname(s);
  assert(*r); //=> assert(*r == '/');
}
//~ if (!i) return "."; ==> 
//~ s[i+1] = 0 ==> s[i] = 0
//~deep if (!i) return "."; ==> if (!i) return strlen(s) < 5 ? "." : "";
