// rmt: check --m32 => safe
// `ll` is more than `l` where that has 32 bits.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[32];
  long long number = 5000000000;
  sprintf(text, "%lld", number);
  assert(text[0] == '5'); //=> assert(text[0] == '7');
  return 0;
}
