// rmt: check => safe
// Wide characters, and strings that become those of the other kind.
#include <assert.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  wchar_t wide[4], *end;
  char narrow[4];
  assert(wcscspn(L"key=5", L"=:") == 3 && wcsspn(L"aab", L"a") == 2); //=> assert(wcscspn(L"key=5", L"=:") == 4);
  assert(*wcspbrk(L"key=5", L"=:") == L'=' && wcsstr(L"abc", L"bc")[0] == L'b'); //=> assert(wcsstr(L"abc", L"cb") != 0);
  assert(towupper(L'x') == L'X' && iswdigit(L'5') && !iswalpha(L'5')); //=> assert(iswspace(L'5'));
  assert(mbstowcs(wide, "abc", 4) == 3 && wide[2] == L'c'); //=> (not natively) assert(mbstowcs(wide, "abcd", 5) == 4);
  assert(wcstombs(narrow, L"abc", 4) == 3 && narrow[3] == 0); //=> (not natively) assert(wcstombs(narrow, L"abcd", 5) == 4);
  wcstol(L"12x", &end, 10);
  assert(*end == L'1' || *end == L'2' || *end == L'x' || *end == 0); //=> assert(*end == L'1' || *end == L'2');
  return 0;
}
