// rmt: check --check none => safe
// Compound assignment and increments on variables, members, elements and through pointers.
#include <assert.h>

struct point {
  int x, y;
};

int main(void) {
  struct point p = {.y = 2, .x = 1};
  struct point *q = &p;
  int a[3] = {[1] = 5};
  int i = 0;
  a[i++] = 7;
  a[++i] += 3;
  q->x -= 4;
  (*q).y *= 10;
  int old = a[1]--;
  assert(i == 2 && a[0] == 7 && a[1] == 4 && a[2] == 3 && old == 5);
  assert(p.x == -3 && p.y == 20); //=> assertion: assert(p.x == -3 && p.y == 2);
  return 0;
}
