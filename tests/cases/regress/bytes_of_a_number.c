// rmt: check => safe
// Each byte was taken for any.
#include <assert.h>
int main(void) {
  double d = 1.0;
  unsigned char *bytes = (unsigned char *)&d;
  assert(bytes[7] == 0x3f); //=> assert(bytes[7] == 0x40);
  return 0;
}
