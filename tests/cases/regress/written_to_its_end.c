// rmt: check => safe
// What is filled up to a length has room for all of it, however long that is.
#include <string.h>
#include <wchar.h>

short any(void);

int main(void) {
  short length = any();
  char text[100];
  wchar_t wide[100];
  if (length < 0) length = 0; //=> invalid write: if (length < -9) length = 0;
  if (length > 99) length = 99; //=> invalid write: if (length > 101) length = 101;
  strncpy(text, "a", length);
  wcsncpy(wide, L"a", length);
  return 0;
}
