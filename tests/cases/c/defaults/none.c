// rmt: check --check none => safe
#include <assert.h>

int main(void) {
  int a[2], n = 2147483647;
  a[2] = n + 1;
  assert(n > 0); //=> assert(n < 0);
}
