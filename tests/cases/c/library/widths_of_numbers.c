// rmt: check => safe
// A width bounds how many digits are read.
#include <assert.h>
#include <stdio.h>

int main(void) {
  unsigned u = 0, x = 0;
  int d = 0;
  unsigned char c = 0;
  if (scanf("%3u %2x %4d", &u, &x, &d) == 3) {
    assert(u <= 999 || u >= -99u); //=> (not natively) assert(u <= 999);
    assert(x <= 0xff || x >= -0xfu); //=> (not natively) assert(x <= 0xfe || x >= -0xfu);
    assert(d >= -999 && d <= 9999); //=> (not natively) assert(d >= -998);
  }
  if (scanf("%2hhu", &c) == 1)
    assert(c <= 99 || c >= 247); //=> (not natively) assert(c <= 98 || c >= 247);
  return 0;
}
