// stays within the string
#include "musl.h"
#include "glib.h"
#include "bminor/musl/src/string/strlen.c"
static void *move(char *d, const char *s, size_t n) {
  for (; n; n--)
    *d++ = *s++;
  return 0;
}
#define memmove move
#include "GNOME/glib/glib/gstrfuncs.c#g_strchug"
#undef memmove
int main(void) {
  char *s = rmt_string();
  assert(g_strchug(s) == s);
}
//~ start++ ==> start += 2
//~ strlen ((gchar *) start) + 1 ==> strlen ((gchar *) start) + 2
//~ strlen ((gchar *) start) + 1 ==> strlen (string) + 1
//~deep start++ ==> start += start - (guchar *) string == 5 ? 9 : 1
