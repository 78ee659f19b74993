// stays within both strings
#include "musl.h"
#include "glib.h"
#include "bminor/musl/src/string/strlen.c"
#include "GNOME/glib/glib/gstrfuncs.c#g_strrstr"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  char *r = g_strrstr(s, t);
  assert(!r || r >= s); //=> assert(r); //=>deep assert(!r || r - s < 5);
}
//~ p >= haystack ==> p >= haystack - 1
//~ i < needle_len ==> i <= needle_len + 1
