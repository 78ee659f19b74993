// rmt: check --check none => unsafe (not natively)
#include <assert.h>

int g;

int main(void) {
  assert((unsigned long)&g > 0x100000000); //~ assertion
}
