// stays within the string
#include "musl.h"
#include "glib.h"
#include "bminor/musl/src/string/strlen.c"
#include "GNOME/glib/glib/gstrfuncs.c#g_strreverse"
int main(void) {
  char *s = rmt_string();
  assert(g_strreverse(s) == s);
}
//~ strlen (string) - 1 ==> strlen (string) + 1
//~ h < t ==> h != t
//~deep h++; ==> h++, t += h - string == 5 ? 7 : 0;
