// what is left does not end in a space
#include "musl.h"
#include "glib.h"
#include "bminor/musl/src/string/strlen.c"
#include "GNOME/glib/glib/gstrfuncs.c#g_strchomp"
int main(void) {
  char *s = rmt_string();
  g_strchomp(s);
}
//~ while (len--) ==> while (--len)
//~ string[len] = '\0' ==> string[len + 2] = '\0'
//~ len = strlen (string) ==> len = strlen (string) + 2
//~deep len = strlen (string) ==> len = strlen (string), len += len == 6 ? 2 : 0
