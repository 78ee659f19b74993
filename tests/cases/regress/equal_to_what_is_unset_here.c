// rmt: check --check none => unsafe (not natively)
// What one call of the function has given a value, another has not.
#include <assert.h>
#include <stdlib.h>
extern void __CPROVER_assume(int);
struct s { int *q; };
int x = 1, y = 2;
struct s *make(void) { struct s *p = malloc(sizeof *p); if (!p) exit(0); return p; }
int main(void) {
  struct s *o = make();
  o->q = &y;
  struct s *p = make();
  __CPROVER_assume(p->q == &x);
  *p->q = 5;
  assert(x == 1); //~ assertion `x == 1` failed
  return 0;
}
