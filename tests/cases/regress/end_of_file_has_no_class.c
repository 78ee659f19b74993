// rmt: check => safe
#include <assert.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  assert(!iswalpha(WEOF)); //=> assert(iswalpha(WEOF));
  assert(towupper(WEOF) == WEOF);
  return 0;
}
