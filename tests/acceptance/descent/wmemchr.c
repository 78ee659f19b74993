// finds the character, within the array
#include <wchar.h>
#include "musl.h"
#include "bminor/musl/src/string/wmemchr.c"
int main(void) {
  size_t n = rmt_count(sizeof(wchar_t));
  wchar_t *s = rmt_array(wchar_t, n), c = rmt_int();
  wchar_t *r = wmemchr(s, c, n); //=> wchar_t *r = wmemchr(s, c, n + 1); //=>deep wchar_t *r = wmemchr(s, c, n > 5 ? n + 1 : n);
  assert(!r || *r == c); //=> assert(r && *r == c);
}
//~ n && *s != c ==> n && *s < c
