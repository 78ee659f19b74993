// rmt: check => safe
// Numbers become the nearest integers.
#include <assert.h>
#include <math.h>

int main(void) {
  assert(lround(2.5) == 3 && lround(-2.5) == -3 && llround(7.25) == 7); //=> assert(lround(2.5) == 2);
  assert(lrint(2.5) == 2 && lrint(3.5) == 4 && llrint(-1.75) == -2); //=> assert(lrint(2.5) == 3);
  assert(lroundf(0.5f) == 1 && lrintf(-0.5f) == 0); //=> assert(lroundf(0.5f) == 0);
  return 0;
}
