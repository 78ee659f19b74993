// rmt: check => unsafe
// What searches an array gives a place in it.
#include <assert.h>
#include <search.h>

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int numbers[3] = {4, 2, 8}, key = 2;
  size_t count = 3;
  int *found = lfind(&key, numbers, &count, sizeof key, order);
  if (found)
    *found = 7;
  assert(numbers[1] == 2); //~ assertion
  return 0;
}
