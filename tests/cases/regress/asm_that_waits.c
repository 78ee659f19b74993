// rmt: check --check none => safe
// A pause, a barrier, and what hides a value from the compiler.
#include <assert.h>

#define PAUSE() __asm__ __volatile__("rep; nop" ::: "memory")

int main(void) {
  int x = 1;
  __asm__ volatile("" ::: "memory");
  PAUSE();
  asm volatile("pause\n\tnop");
  asm("" : "+r"(x));
  assert(x == 1); //=> assert(x == 0);
  return 0;
}
