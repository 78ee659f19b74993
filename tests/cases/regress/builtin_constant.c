// rmt: check --check none => unsafe
#include <assert.h>

int main(void) {
  char buf[10];
  assert(!__builtin_constant_p(3) || __builtin_object_size(buf, 0) != 10); //~ assertion
}
