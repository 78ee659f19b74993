// rmt: check --no-warnings => safe
// Old drivers keep pointers in an int and compare what is left of them with null.
#include <assert.h>
#include <stdlib.h>

static char *allocate(int size) {
  int t = (int)malloc(size);
  return (char *)t;
}

int main(void) {
  char *p = allocate(4);
  if ((unsigned)p == (unsigned)((void *)0)) {
    return 0;
  }
  *p = 7; //=> (not natively) p[4] = 7;
  assert(*p == 7);
  free(p);
  return 0;
}
