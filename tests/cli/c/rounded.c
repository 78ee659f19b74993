#include <assert.h>

int main(void) {
  float large = 16777216.0f;
  double third = 0.1 + 0.2, zero = 0.0;
  assert(large + 1.0f == large);
  assert(third != 0.3);
  assert(1.0 / zero > 1e300);
  return 0;
}
