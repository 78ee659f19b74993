// rmt: check --check none => safe
// The addresses of these operands are nobody else's business; the first one of the exchange of pointers is.
#include <assert.h>

int place = 1, *pointer;

int main(void) {
  int expected = 0, new = 7, old, target = 3;
  assert(!__atomic_compare_exchange(&place, &expected, &new, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(expected == 1); //=> assert(expected == 0);
  __atomic_exchange(&place, &new, &old, __ATOMIC_SEQ_CST);
  assert(old == 1 && new == 7 && place == 7); //=> assert(old == 7);
  __atomic_store(&place, &expected, __ATOMIC_SEQ_CST);
  __atomic_load(&place, &old, __ATOMIC_SEQ_CST);
  assert(old == 1);
  __atomic_store_n(&pointer, &target, __ATOMIC_SEQ_CST);
  *pointer = 4;
  assert(target == 4); //=> assert(target == 3);
  long wide = 0;
  assert(__atomic_compare_exchange_n(&place, (int *)&expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(wide == 0 && place == 5);
  return 0;
}
