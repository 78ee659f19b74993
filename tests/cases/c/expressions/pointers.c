// rmt: check --check none => safe
// Pointer arithmetic, differences, comparisons, arrays of arrays, container_of.
#include <assert.h>
#include <stddef.h>

struct link {
  struct link *next;
};

struct item {
  int value;
  struct link link;
};

#define container_of(p, type, member) ((type *)((char *)(p)-offsetof(type, member)))

int main(void) {
  int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
  int *p = &a[1][2];
  assert(*p == 6 && p - a[1] == 2 && p > a[1]);
  assert(p[-1] == 5); //=> assertion: assert(p[-1] == 6);
  struct item item = {42, {0}};
  struct link *l = &item.link;
  assert(container_of(l, struct item, link)->value == 42); //=> assertion: assert(container_of(l, struct item, link)->value == 41);
  int **pp = &p;
  **pp = 8;
  assert(a[1][2] == 8);
  return 0;
}
