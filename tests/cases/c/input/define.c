// rmt: check --check none -DLIMIT=3 -I tests/cases/c/input/headers -include assert.h => unsafe
// Macros and headers come from the command line.
#include "limit.h"

int main(void) {
  assert(LIMIT < SMALLEST); //~ assertion `LIMIT < SMALLEST` failed
  return 0;
}
