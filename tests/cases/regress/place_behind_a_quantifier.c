// rmt: check --check none => unsafe (not natively)
// What `assert` becomes has a `1` in it, as the next line has: the place is in its own.
#include <assert.h>
int x;
int main(void) {
  int b = __CPROVER_forall { int i; (i > 0) ==> i >= 1 };
  assert(x == b); //~ assertion
  x = 1;
  assert(x == 1);
  return 0;
}
