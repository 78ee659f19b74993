// rmt: check --check none --entry f => unsafe (not natively)
// Arguments may point to the same object.
#include <assert.h>

void f(int *a, int *b) {
  if (a && a == b) {
    *a = 1;
    *b = 2;
    assert(*a == 1); //~ assertion
  }
}
