// rmt: check => safe
// What copies texts reads no further than their ends, and some of it writes further: these must be apart.
#include <string.h>
#include <wchar.h>

struct pair { int both[2]; };

int main(void) {
  char a[16] = "xa", b[16] = "abcdef", c[16] = "abc";
  wchar_t w[8] = L"abc";
  int numbers[4] = {1, 2, 3, 4};
  strncpy(a, a + 2, 2); //=> strncpy(a, a + 1, 2);
  strncpy(b, b + 4, 4); //=> (not natively) strncpy(b, b + 4, 6);
  strncat(c + 5, c + 1, 1); //=> strncat(c + 1, c, 3);
  strcat(c, c + 5); //=> strcat(c, c + 1);
  wmemcpy(w + 2, w, 2); //=> (not natively) wmemcpy(w + 1, w, 2);
  wcscpy(w + 6, w + 3); //=> (not natively) wcscpy(w + 1, w);
  *(struct pair *)numbers = *(struct pair *)(numbers + 2); //=> (not natively) *(struct pair *)numbers = *(struct pair *)(numbers + 1);
  return 0;
}
