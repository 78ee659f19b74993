// looks at the given number of bytes alone
#include "musl.h"
#include "glib.h"
#include "GNOME/glib/glib/gstrfuncs.c#g_ascii_strncasecmp"
int main(void) {
  size_t n = rmt_count(1);
  char *s = rmt_array(char, n), *t = rmt_array(char, n);
  int r = g_ascii_strncasecmp(s, t, n); //=> int r = g_ascii_strncasecmp(s, t, n + 1);
}
//~ while (n && ==> while (
//~deep n -= 1; ==> n -= n == 6 ? 0 : 1;
