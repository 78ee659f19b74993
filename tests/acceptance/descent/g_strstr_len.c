// what is found lies within the string
#include "musl.h"
#include "glib.h"
typedef ptrdiff_t gssize;
#include "bminor/musl/src/string/strlen.c"
#include "GNOME/glib/glib/gstrfuncs.c#g_strstr_len"
int main(void) {
  size_t n = rmt_count(1);
  char *s = rmt_array(char, n), *t = rmt_string();
  char *r = g_strstr_len(s, n, t); //=> char *r = g_strstr_len(s, n + 1, t);
  assert(!r || r - s <= n);
}
//~ p <= end ==> p <= end + 1
//~ i < needle_len ==> i <= needle_len
//~deep p <= end ==> p <= end + (p - haystack > 5)
