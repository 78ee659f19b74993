// rmt: check --entry f => unsafe (not natively)
// Arguments may point to variables of the program.
#include <assert.h>

int level;

void f(int *a) {
  level = 3;
  if (a) *a = 4;
  assert(level == 3); //~ assertion
}
