// rmt: check --check deref --malloc-never-fails => safe
// Wherever blocks lie, they do not overlap, and numbers lead back to them.
#include <assert.h>
#include <stdlib.h>

int g, h;

int main(void) {
  long *p = malloc(16), *q = malloc(16);
  unsigned long at = (unsigned long)p, other = (unsigned long)q;
  assert(at + 16 <= other || other + 16 <= at); //=> (not natively) assert(at + 17 <= other || other + 16 <= at);
  assert((unsigned long)&g != (unsigned long)&h);
  long *back = (long *)(at | 1);
  back = (long *)((unsigned long)back & ~1ul);
  back[1] = 7; //=> back[2] = 7;
  assert(p[1] == 7);
}
