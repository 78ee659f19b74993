// rmt: check --check none => safe
// rmt: check --check none --int bits => safe
// Copies and fills of any size: what they end within has the bytes of both. The pointer stays one.
#include <assert.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct item {
  int *at;
  short low;
  int count;
  long long sum;
};

int main(void) {
  int x = 1, y = 2;
  struct item a = {&x, -2, -3, 0x0102030405060708}, b = {&y, 0x1234, 0x56789abc, -1};
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > sizeof a)
    return 0;
  memcpy(&a, &b, n);
  if (n >= 8)
    assert(*a.at == 2);
  assert(a.low == (n <= 8 ? -2 : n == 9 ? (short)0xff34 : 0x1234)); //=> assert(a.low == (n <= 8 ? -2 : 0x1234));
  if (n == 13)
    assert((unsigned)a.count == 0xffffffbc); //=> assert((unsigned)a.count == 0x56789abc);
  if (n == 15)
    assert((unsigned)a.count == 0xff789abc);
  if (n <= 12)
    assert(a.count == -3);
  if (n > 16 && n < 24)
    assert(a.sum != -1 && a.sum != 0x0102030405060708); //=> assert(a.sum == -1);
  if (n == 18)
    assert(a.sum == 0x010203040506ffff);
  memset(&b, 0x80, n);
  if (n == 10)
    assert(b.low == (short)0x8080 && b.count == 0x56789abc);
  if (n == 14)
    assert(b.count == 0x56788080); //=> assert(b.count == 0x56780080);
  if (n == 24)
    assert(b.sum == (long long)0x8080808080808080);
  return 0;
}
