// stays within the string
#include "musl.h"
#include "glib.h"
#define G_STR_DELIMITERS "_-|> <."
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/string/strchrnul.c"
#include "bminor/musl/src/string/strchr.c"
#include "GNOME/glib/glib/gstrfuncs.c#g_strdelimit"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  assert(g_strdelimit(s, t, '_') == s); //=> assert(g_strdelimit(s, t, 0) == s + 1);
}
//~ for (c = string; *c; c++) ==> for (c = string;; c++)
//~ *c = new_delim ==> *++c = new_delim
//~deep *c; c++ ==> *c; c += c - string == 5 ? 9 : 1
