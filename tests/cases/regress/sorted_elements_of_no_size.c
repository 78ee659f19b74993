// rmt: check => safe
// Elements without members have no size, and are sorted all the same.
#include <assert.h>
#include <stdlib.h>

struct nothing {};

static int order(const void *a, const void *b) {
  return 0;
}

int main(void) {
  struct nothing all[3];
  int count = 3;
  qsort(all, count, sizeof all[0], order);
  assert(count == 3); //=>   assert(count == 0);
  return 0;
}
