// rmt: check --check none => unsafe (not natively)
// No member is all there is.
#include <assert.h>

struct item {
  char kind;
  int count;
};

int main(void) {
  struct item item;
  item.kind = 0;
  item.count = 0;
  _Bool zeroed = __CPROVER_forall {
    unsigned i;
    i < sizeof item ==> !((char *)&item)[i]
  };
  assert(zeroed); //~ assertion `zeroed` failed
  return 0;
}
