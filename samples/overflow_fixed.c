// rmt check samples/overflow_fixed.c --bound 3 --check overflow: safe up to bound 3
/*
 * Binary search over a sorted table of up to INT_MAX entries, of which only the search itself is here.
 *
 * The middle is computed without their sum, which may leave the range of int.
 */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

static int entry(int index) { return index; }

static int search(int count, int key) {
  int low = 0, high = count - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2; //=> overflow: int middle = (low + high) / 2;
    if (entry(middle) < key)
      low = middle + 1;
    else if (entry(middle) > key)
      high = middle - 1;
    else
      return middle;
  }
  return -1;
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0)
    return 0;
  return search(count, __VERIFIER_nondet_int());
}
