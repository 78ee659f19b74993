// rmt: check --check deref => unsafe (not natively)
// CBMC compares records: all members are equal.
#include <assert.h>

struct point { int x : 4, y; };
struct shape { struct point corners[2]; const char *name; double weight; };

int main(void) {
  struct shape a = {{{1, 2}, {3, 4}}, "a", 0.5}, b = a, *p = &b;
  assert(a == b && !(a != *p));
  p->corners[1].x = 5;
  assert(a.corners[0] == p->corners[0] && a.corners[1] != b.corners[1]);
  assert(a != b);
  a.corners[1] = b.corners[1];
  b.weight = 1;
  int i = a == b ? 1 : 0;
  assert(i); //~ assertion `i` failed
  return 0;
}
