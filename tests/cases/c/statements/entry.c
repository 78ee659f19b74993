// rmt: check --check none --entry probe => unsafe
// Executions begin in another function, with any arguments.
#include <assert.h>

int main(void) { assert(0); }

int probe(int unit, unsigned char flags) {
  assert(unit != 7 || flags != 200); //~ assertion `unit != 7 || flags != 200` failed
  return 0;
}
