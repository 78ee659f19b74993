// rmt: check --check none => unsafe
#include <assert.h>

int first(void) __asm__("second");
int first(void) { return 1; }
int second(void);

int main(void) {
  assert(second() != 1); //~ assertion
}
