// the number of pointers before the null
#include "musl.h"
#include "glib.h"
#include "GNOME/glib/glib/gstrfuncs.c#g_strv_length"
int main(void) {
  size_t n = rmt_count(8);
  rmt_assume(n > 0 && n < 0x7fffffff);
  gchar **v = rmt_array(gchar *, n);
  v[n - 1] = 0; //=> ;
  assert(g_strv_length(v) < n);
}
//~ ++i; ==> i += 2;
//~ return i ==> return i + 1
//~deep ++i; ==> i += i == 5 ? 2 : 1;
