// rmt: check => safe
// Numbers that hold pointers and nothing else are pointers: the addresses stay unknown to the program.
#include <assert.h>
#include <stdlib.h>

static long hand_over(long p) { return p; }

int main(void) {
  long p = (long)malloc(4);
  if (p == 0) {
    return 0;
  }
  *(int *)p = 7;
  long q = hand_over(p);
  assert(*(int *)q == 7); //=> assert(*(int *)q == 8);
  free((void *)q);
  return 0;
}
