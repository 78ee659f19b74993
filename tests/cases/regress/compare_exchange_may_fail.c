// rmt: check --check none => unsafe (not natively)
// A weak one may fail without cause.
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  int expected = 0;
  assert(atomic_compare_exchange_strong(&x, &expected, 1));
  expected = 1;
  assert(atomic_compare_exchange_weak(&x, &expected, 2)); //~ atomic_compare_exchange_weak
}
