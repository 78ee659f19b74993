// rmt: check --check none => unsafe (not natively)
#include <assert.h>

int main(void) {
  int x;
  int *fixed = (int *)0x12345678;
  assert(fixed != &x); //~ assertion
}
