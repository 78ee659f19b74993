// rmt: check --check none => safe
// What the initialiser of a variable of the file leaves out is zero, also where its members are registers.
#include <assert.h>

struct point { int x, y, z; } from = {1, .z = 3}, to = {.y = 2}, empty = {};
struct line { struct point start, end; } line = {.end.z = 9};

int main(void) {
  assert(from.y == 0); //=> assert(from.y == 1);
  assert(to.x == 0 && to.z == 0);
  assert(empty.x == 0 && empty.z == 0);
  assert(line.start.y == 0 && line.end.x == 0 && line.end.z == 9);
}
