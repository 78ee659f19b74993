// rmt: check --check none => safe
// Each operand is evaluated once, memory orders and flags are, too.
#include <assert.h>

static int orders = 4, weak, values;
static int x, y[2];

static int order(void) {
  orders++;
  return __ATOMIC_SEQ_CST;
}

int main(void) {
  int expected = 1, got;
  __atomic_store_n(&x, 1, order());
  assert(orders == 5 && x == 1); //=> assert(orders == 4);
  __atomic_thread_fence(order());
  __atomic_compare_exchange_n(&y[values++], &expected, 7, weak++, order(), order());
  assert(orders == 8 && weak == 1 && values == 1 && expected == 0); //=> assert(orders == 7);
  got = __atomic_fetch_add(&y[values--], 3, order()) + __atomic_add_fetch(&y[1], values++ + 1, order());
  assert(got == 4 && orders == 10 && values == 1); //=> assert(got != 4);
  return 0;
}
