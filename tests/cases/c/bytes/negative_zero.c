// rmt: check --check none --float ieee => unsafe (not natively)
#include <assert.h>

struct item {
  double weight;
  int count;
  int more;
};

int main(void) {
  struct item item = {-0.0, 0, 0};
  assert(item.weight == 0);
  _Bool zeroed = __CPROVER_forall { int i; (i >= 0 && i < sizeof item) ==> ((unsigned char *)&item)[i] == 0 };
  assert(zeroed); //~ assertion `zeroed` failed
  return 0;
}
