// rmt: check => safe
// What is compared is accessed to its end, and texts are taken apart after one was given.
#include <string.h>
#include <wchar.h>

int main(void) {
  char a[2] = {'a', 'b'}, b[8] = "xbcdefg";
  wchar_t c[2] = {'a', 'b'}, d[8] = L"xbcdefg";
  if (memcmp(a, b, 2) == 0) return 1; //=> if (memcmp(a, b, 5) == 0) return 1;
  if (memcmp(0, b, 0) != 0) return 1; //=> (not natively) if (memcmp(0, b, 1) != 0) return 1;
  if (wmemcmp(c, d, 2) == 0) return 1; //=> (not natively) if (wmemcmp(c, d, 3) == 0) return 1;
  if (!strncmp(a, b, 5)) return 1;
  if (!strtok(b, "d")) return 1; //=> ;
  if (!strtok(NULL, "d")) return 1;
  return strtok(NULL, "d") != 0;
}
