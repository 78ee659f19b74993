// rmt: check --check none --entry harness => safe (not natively)
// What CBMC lets proofs do: declare an uninterpreted function with other types of pointers, and define functions of the compiler.
#include <assert.h>
#include <stddef.h>

unsigned long __CPROVER_uninterpreted_hash(void *key);
unsigned long __CPROVER_uninterpreted_hash(const void *const key);

void *copy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *__builtin___memcpy_chk(void *to, const void *from, size_t n, size_t size) {
  (void)size;
  return copy(to, from, n);
}

void harness(void) {
  int a, b;
  const int *p = &a;
  assert(__CPROVER_uninterpreted_hash(&a) == __CPROVER_uninterpreted_hash(p));  //=> (not natively) assert(__CPROVER_uninterpreted_hash(&a) == __CPROVER_uninterpreted_hash(&b));
}
