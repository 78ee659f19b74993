// rmt: check --check deref => unsafe (not natively)
// A pointer to a function that was never set, and is said to be one of two.
#include <assert.h>
#include <stdlib.h>
extern void __CPROVER_assume(int);
struct s { int (*f)(int); };
static int one(int n) { return n + 1; }
static int two(int n) { return n + 2; }
int main(void) {
  struct s *p = malloc(sizeof *p);
  if (!p) return 0;
  __CPROVER_assume(p->f == one || two == p->f || !p->f);
  if (p->f) assert(p->f(3) >= 4);
  if (p->f) assert(p->f(3) == 5); //~ assertion `p->f(3) == 5` failed
  return 0;
}
