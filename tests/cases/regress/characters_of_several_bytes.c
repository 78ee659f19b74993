// rmt: check => safe
// Characters of several bytes: those of one byte stand for themselves.
#include <assert.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int main(void) {
  wchar_t wide = 0;
  char bytes[MB_LEN_MAX];
  mbstate_t state;
  memset(&state, 0, sizeof state); //=> (not natively) (void)0;
  setlocale(LC_ALL, "");
  assert(mbtowc(&wide, "a", 1) == 1 && wide == L'a'); //=> assert(mbtowc(&wide, "a", 1) == 1 && wide == L'b');
  int n = wctomb(bytes, L'b');
  assert(n == 1 && bytes[0] == 'b');
  n = wctomb(bytes, 0x20ac);
  if (n > 0) //=> (not natively) if (n != 0)
    assert(bytes[n - 1] != 0);
  size_t length = mbrtowc(&wide, "\xe2\x82\xac", 3, &state);
  if (length == (size_t)-1 || length == (size_t)-2)
    return 1;
  assert(length >= 1 && length <= 3);
  return wide == 0;
}
