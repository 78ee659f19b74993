// rmt: check --check none --int bits => safe
#include <assert.h>

struct flags { unsigned kind : 2; int level : 4; };

int main(void) {
  struct flags flags;
  assert(flags.kind < 4); //=> (not natively) assert(flags.kind < 3);
  assert(flags.level >= -8 && flags.level <= 7);
}
