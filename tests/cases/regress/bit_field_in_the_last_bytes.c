// rmt: check => safe
// A bit-field is read and written in the bytes that it has bits in, whatever its declared type.
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct narrow { int x : 12, y : 8; };

union wide {
  uint64_t raw;
  struct { uint64_t low : 27, middle : 9, high : 28; };
};

int main(void) {
  struct narrow s;
  memset(&s, 0, sizeof(s));
  s.x = -1;
  s.y = -1;
  assert(s.y == -1);
  assert(*(unsigned *)&s == 0x000fffff); //=> assert(*(unsigned *)&s == 0xffffffff);
  union wide w;
  w.raw = 0;
  w.middle = 257;
  assert(w.raw == (uint64_t)257 << 27 && w.high == 0); //=> assert(w.raw == 257);
  return 0;
}
