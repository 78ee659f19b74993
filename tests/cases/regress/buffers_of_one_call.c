// rmt: check => safe
// One call of setjmp may fill several buffers.
#include <assert.h>
#include <setjmp.h>

static jmp_buf levels[3];

int main(void) {
  volatile int left = 0;
  for (volatile int i = 0; i < 3; i++)
    if (setjmp(levels[i])) left++;
  if (left < 2) longjmp(levels[left], 1);
  assert(left == 2); //=> assert(left == 3);
  return 0;
}
