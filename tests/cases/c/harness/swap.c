// rmt: check --entry swap --int bits => safe
// Two pointers that may be one.
#include <assert.h>

void swap(int *a, int *b) {
  if (!a || !b) return;
  int x = *a, y = *b;
  if (a != b) { //=> if (1) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
  }
  assert(*a == y && *b == x);
}
