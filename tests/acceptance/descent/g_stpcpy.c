// the result is the end of the copy
#include "musl.h"
#include "glib.h"
#include "bminor/musl/src/string/strlen.c"
#include "GNOME/glib/glib/gstrfuncs.c#g_stpcpy"
int main(void) {
  char *s = rmt_string();
  size_t room = rmt_count(1);
  char *d = rmt_array(char, room);
  if (strlen(s) >= room) //=> if (strlen(s) > room)
    return 0;
  char *end = g_stpcpy(d, s);
  assert(*end == 0 && end - d == strlen(s));
}
//~ return d - 1; ==> return d;
//~ *s++ != '\0' ==> *s++ != 'x'
//~deep *d++ = *s; ==> *d = *s, d += s - src == 5 ? 2 : 1;
