// a string equals itself
#include "musl.h"
#include "glib.h"
#include "GNOME/glib/glib/gstrfuncs.c#g_ascii_strcasecmp"
int main(void) {
  char *s = rmt_string();
  assert(g_ascii_strcasecmp(s, s) == 0); //=> assert(g_ascii_strcasecmp(s, s + 1) == 0);
}
//~ while (*s1 && *s2) ==> while (*s1 || *s2 < 1)
//~deep while (*s1 && *s2) ==> for (int i = 0; *s1 && *s2; s2 += i == 5, i++)
