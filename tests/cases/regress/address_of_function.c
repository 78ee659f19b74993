// rmt: check --check none --int bits => unsafe (not natively)
#include <assert.h>

void f(void) {}

int main(void) {
  unsigned long at = (unsigned long)f;
  assert(at > 0x100000000); //~ assertion
}
