// rmt: check => safe
// Of elements that compare equal, either may come first.
#include <assert.h>
#include <stdlib.h>

struct entry {
  int key, number;
};

static int order(const void *a, const void *b) {
  return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}

int main(void) {
  struct entry all[] = {{1, 1}, {1, 2}, {0, 3}};
  qsort(all, 3, sizeof all[0], order);
  assert(all[0].number == 3 && all[1].key == 1 && all[2].key == 1);
  assert(all[1].number + all[2].number == 3); //=> (not natively) assert(all[1].number == 1);
}
