// rmt: check => safe
#include <assert.h>

int main(void) {
  unsigned n = 33;
  assert(__builtin_rotateleft32(0x80000001u, n) == 3); //=> assert(__builtin_rotateleft32(0x80000001u, n) == 2);
  assert(__builtin_rotateright32(3, 0) == 3 && __builtin_rotateright32(3, 1) == 0x80000001u);
  assert(__builtin_rotateleft8(0x81, 1) == 3); //=> assert(__builtin_rotateleft8(0x81, 1) == 0x103);
  assert(__builtin_rotateright16(1, 4) == 0x1000);
  assert(__builtin_rotateleft64(1, 63) == 1ull << 63);
}
