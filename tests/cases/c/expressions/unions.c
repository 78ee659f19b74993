// rmt: check --check none => safe
#include <assert.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
};

struct flags {
  unsigned low : 3;
  unsigned high : 5;
};

int main(void) {
  union word w;
  w.whole = 0x04030201;
  assert(w.bytes[0] == 1 && w.bytes[3] == 4);
  w.bytes[1] = 0xff;
  assert(w.whole == 0x0403ff01); //=> assertion: assert(w.whole == 0x04030201);
  struct flags f = {9, 9};
  assert(f.low == 1 && f.high == 9); //=> assertion: assert(f.low == 9);
  return 0;
}
