// rmt: check --bound 6 => safe
#include <assert.h>
#include <stdlib.h>

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int v[3] = {3, 1, 2};
  qsort(v, 3, sizeof *v, order);
  assert(v[0] == 1 && v[1] == 2 && v[2] == 3); //=> assert(v[0] == 2 && v[1] == 1 && v[2] == 3);
}
