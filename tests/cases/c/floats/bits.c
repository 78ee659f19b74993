// rmt: check --int bits => safe
// A number is its bits, whichever way they are looked at.
#include <assert.h>
#include <stdint.h>
#include <string.h>

union word {
  double number;
  uint64_t bits;
  struct {
    uint32_t low, high;
  };
};

struct tagged {
  int tag;
  union {
    float number;
    int count;
    void *at;
  };
};

static int sign(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits >> 31;
}

int main(void) {
  union word w;
  w.number = 1.5; //=> w.number = 1.25;
  assert(w.bits == 0x3ff8000000000000);
  w.bits |= 1ull << 63;
  assert(w.number == -1.5); //=> assert(w.number == 1.5);
  w.high = 0x40000000;
  w.low = 0;
  assert(w.number == 2); //=> assert(w.number == 3);
  assert(sign(-0.0f) == 1 && sign(0.0f) == 0); //=> assert(sign(-0.0f) == 0);
  double one = 1, other = one;
  assert(memcmp(&one, &other, sizeof one) == 0);
  assert(((unsigned char *)&one)[6] == 0xf0); //=> assert(((unsigned char *)&one)[6] == 0);
  struct tagged t = {0, {.number = 0.5f}};
  assert(t.count == 0x3f000000);
  memset(&t, 0, sizeof t);
  assert(t.number == 0 && t.at == 0);
  return 0;
}
