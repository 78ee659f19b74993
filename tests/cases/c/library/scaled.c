// rmt: check => safe
// Functions of numbers that are exact.
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <strings.h>

int main(void) {
  imaxdiv_t both = imaxdiv(-7, 2);
  assert(copysign(1.5, -2.0) == -1.5 && copysign(-1.5, 0.0) == 1.5); //=> assert(copysign(1.5, -2.0) == 1.5);
  assert(ldexp(0.5, 4) == 8 && scalbn(3, -1) == 1.5); //=> assert(ldexp(0.5, 4) == 4);
  assert(fdim(5, 3) == 2 && fdim(3, 5) == 0); //=> assert(fdim(3, 5) == 2);
  assert(strtoimax("-5", 0, 10) == -5 && strtoumax("ff", 0, 16) == 255); //=> assert(strtoimax("-5", 0, 10) == 5);
  assert(both.quot == -3 && both.rem == -1 && imaxabs(-2) == 2); //=> assert(both.quot == -4);
  assert(bcmp("abc", "abd", 2) == 0 && bcmp("abc", "abd", 3) != 0); //=> assert(bcmp("abc", "abd", 3) == 0);
  return 0;
}
