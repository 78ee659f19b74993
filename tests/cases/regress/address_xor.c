// rmt: check --check none --int bits => unsafe (not natively)
#include <assert.h>

int g, h;

int main(void) {
  unsigned long mixed = (unsigned long)&g ^ (unsigned long)&h;
  assert(mixed > 64); //~ assertion
}
