// rmt: check --check none => safe
// Whatever a bit-field holds fits in it.
#include <assert.h>

struct flags { unsigned kind : 2, ready : 1; int level : 4; };

int main(void) {
  struct flags flags;
  assert(flags.ready <= 1); //=> (not natively) assert(flags.ready < 1);
  assert(flags.kind < 4);
  assert(flags.level >= -8 && flags.level <= 7);
}
