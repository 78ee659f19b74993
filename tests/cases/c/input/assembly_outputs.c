// rmt: check => safe
// Interrupts are put off and the time is read. What is given to an empty template stays.
#include <assert.h>
#define HIDE(x) __asm__ __volatile__("" : "+r"(x) /* both */ : /* none */)

static unsigned long long ticks(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return ((unsigned long long)high << 32) | low;
}

int main(void) {
  int x = 1;
  __asm__ volatile("cli" : /* no outputs */ : "r"(x) : "memory");
  HIDE(x);
  assert(x == 1); //=> assert(x == 0);
  assert(ticks() >= 0);
  assert(ticks() >> 32 <= 0xffffffff); //=> assert(ticks() > 0);
  return 0;
}
