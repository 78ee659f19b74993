// rmt: check --check none => unsafe (not natively)
// What was allocated may hold any pointer, and is said to hold this one.
#include <assert.h>
#include <stdlib.h>
extern void __CPROVER_assume(int);
struct s { int *q; };
int x = 1;
int main(void) {
  struct s *p = malloc(sizeof *p);
  if (!p) return 0;
  __CPROVER_assume(p->q == &x);
  assert(*p->q == 1);
  *p->q = 5;
  assert(x == 1); //~ assertion `x == 1` failed
  return 0;
}
