// rmt: check => unsafe (not natively)
// A number in disguise is seen once it is used as one: the register is set to a sum as well.
#include <assert.h>
#include <stdlib.h>

int g, h;

int main(void) {
  unsigned long at = (unsigned long)&g;
  int *p = (int *)at;
  at = (unsigned long)&h + 4;
  assert(at != (unsigned long)p); //~ at != (unsigned long)p
  return 0;
}
