// rmt: check => safe
#include <assert.h>
#include <stdlib.h>

int main(void) {
  div_t both = div(7, 2);
  assert(both.quot == 3 && both.rem == 1); //=> assert(both.quot == 3 && both.rem == 2);
}
