// rmt: check --check none => unsafe (not natively)
// Not all of a member, and all but the first byte.
#include <assert.h>

struct item {
  int count, more;
} item;

int main(void) {
  _Bool part = __CPROVER_forall { int i; (i >= 0 && i < 6) ==> ((unsigned char *)&item)[i] == 0 };
  assert(part);
  item.more = 0x10000;
  assert(__CPROVER_forall { int i; (i >= 0 && i < 6) ==> ((unsigned char *)&item)[i] == 0 });
  item.more = 0;
  item.count = 1;
  assert(__CPROVER_forall { int i; (i > 0 && i < 8) ==> ((unsigned char *)&item)[i] == 0 });
  item.more = 0x100;
  part = __CPROVER_forall { int i; (i >= 4 && i <= 5) ==> ((unsigned char *)&item)[i] == 0 };
  assert(part); //~ assertion `part` failed
  return 0;
}
