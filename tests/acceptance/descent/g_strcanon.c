// stays within the string
#include "musl.h"
#include "glib.h"
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strchrnul.c"
#include "bminor/musl/src/string/strchr.c"
#include "GNOME/glib/glib/gstrfuncs.c#g_strcanon"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  assert(g_strcanon(s, t, '_') == s); //=> assert(g_strcanon(s, t, 0) == s + 1);
}
//~ for (c = string; *c; c++) ==> for (c = string;; c++)
//~ *c = substitutor ==> *++c = substitutor
//~deep *c; c++ ==> *c; c += c - string == 5 ? 9 : 1
