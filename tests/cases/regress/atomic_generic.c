// rmt: check --check deref,bounds => safe
// Values by their addresses, pointers, records.
#include <assert.h>
#include <stdatomic.h>

struct pair {
  int a, b;
};

static _Atomic struct pair shared;
static struct pair plain = {3, 4};
static int cells[4];

int main(void) {
  struct pair first = {1, 2}, next = {5, 6}, last = {7, 8}, old;
  atomic_init(&shared, first);
  struct pair got = shared;
  assert(got.a == 1 && got.b == 2);
  shared = next;
  old = atomic_exchange(&shared, last);
  got = atomic_load(&shared);
  assert(old.b == 6 && got.a == 7); //=> (not natively) assert(old.b == 2);
  __atomic_exchange(&plain, &next, &old, __ATOMIC_SEQ_CST);
  assert(old.a == 3 && plain.b == 6);
  __atomic_load(&plain, &got, __ATOMIC_SEQ_CST);
  __atomic_store(&plain, &old, __ATOMIC_SEQ_CST);
  assert(got.a == 5 && plain.a == 3); //=> (not natively) assert(plain.a == 5);
  int one = 1, two = 2, was;
  __atomic_store(&cells[0], &one, __ATOMIC_SEQ_CST);
  __atomic_exchange(&cells[0], &two, &was, __ATOMIC_SEQ_CST);
  assert(was == 1 && __atomic_compare_exchange(&cells[0], &two, &one, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  assert(cells[0] == 1); //=> (not natively) assert(cells[0] == 2);
  int *_Atomic at = cells;
  int *bytes = cells;
  assert(atomic_fetch_add(&at, 2) == cells && at == cells + 2);
  assert(__atomic_add_fetch(&bytes, 4, __ATOMIC_SEQ_CST) == cells + 1); //=> (not natively) assert(bytes == cells + 1);
  return 0;
}
