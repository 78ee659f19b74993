// rmt: check --check none => safe
// Nothing but assertions: what else would be a mistake is taken not to happen.
#include <assert.h>

int main(void) {
  int a[2], i = 2;
  a[i] = 1;
  assert(i == 2); //=> assert(i == 3);
}
