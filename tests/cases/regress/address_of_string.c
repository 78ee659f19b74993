// rmt: check --check none => unsafe (not natively)
#include <assert.h>

int main(void) {
  assert((unsigned long)"abc" > 0x100000000); //~ assertion
}
