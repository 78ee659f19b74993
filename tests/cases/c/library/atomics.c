// rmt: check --bound 2 --check overflow => safe
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
void __VERIFIER_assert(int);

int main(void) {
  int x = 5, expected = 4;
  _Atomic int y = INT_MAX;
  atomic_flag flag = ATOMIC_FLAG_INIT;
  __VERIFIER_assert(__atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST) == 5 && x == 7);  //=> __VERIFIER_assert(__atomic_fetch_add(&x, 2, __ATOMIC_SEQ_CST) == 7);
  __VERIFIER_assert(__atomic_sub_fetch(&x, 3, __ATOMIC_SEQ_CST) == 4);  //=> __VERIFIER_assert(__atomic_sub_fetch(&x, 3, __ATOMIC_SEQ_CST) == 7);
  __atomic_store_n(&x, 6, __ATOMIC_RELEASE);
  __VERIFIER_assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 6);  //=> __VERIFIER_assert(__atomic_load_n(&x, __ATOMIC_ACQUIRE) == 4);
  bool same = __atomic_compare_exchange_n(&x, &expected, 9, 0, 5, 5);
  __VERIFIER_assert(!same && expected == 6 && x == 6);  //=> __VERIFIER_assert(same);
  same = __atomic_compare_exchange_n(&x, &expected, 9, 0, 5, 5);
  __VERIFIER_assert(same && x == 9);  //=> __VERIFIER_assert(x == 6);
  atomic_fetch_add(&y, 1);
  __VERIFIER_assert(atomic_load(&y) == INT_MIN);  //=> __VERIFIER_assert(atomic_load(&y) == INT_MAX);
  atomic_store(&y, 3);
  __VERIFIER_assert(atomic_exchange(&y, 8) == 3 && y == 8);  //=> __VERIFIER_assert(atomic_exchange(&y, 8) == 8);
  __VERIFIER_assert(__sync_val_compare_and_swap(&x, 9, 1) == 9 && x == 1);  //=> __VERIFIER_assert(__sync_val_compare_and_swap(&x, 9, 1) == 1);
  __VERIFIER_assert(__sync_fetch_and_nand(&x, 3) == 1 && x == ~1);  //=> __VERIFIER_assert(__sync_fetch_and_nand(&x, 3) == ~1);
  __VERIFIER_assert(!__atomic_test_and_set(&flag, 5) && __atomic_test_and_set(&flag, 5));  //=> __VERIFIER_assert(__atomic_test_and_set(&flag, 5));
  __atomic_clear(&flag, 5);
  __atomic_thread_fence(5);
  __VERIFIER_assert(!__atomic_test_and_set(&flag, 5));
  return 0;
}
