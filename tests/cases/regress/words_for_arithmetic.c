// rmt: check --check none => safe
// CBMC's words for arithmetic: whether an operation overflows, numbers that are none, functions of their arguments.
#include <assert.h>
#include <limits.h>

_Bool __CPROVER_overflow_plus(), __CPROVER_overflow_minus(), __CPROVER_overflow_mult(), __CPROVER_overflow_unary_minus();
_Bool __CPROVER_isfinited(double), __CPROVER_isnand(double);
int __CPROVER_uninterpreted_weight(int, int);
int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = a;
  assert(__CPROVER_overflow_plus(INT_MAX, 1) && !__CPROVER_overflow_plus(INT_MAX, 0));
  assert(__CPROVER_overflow_minus(0u, 1u) && !__CPROVER_overflow_minus(0, 1));
  assert(__CPROVER_overflow_mult(1 << 20, 1 << 20) && !__CPROVER_overflow_mult(1L << 20, 1L << 20));
  assert(__CPROVER_overflow_unary_minus(INT_MIN) && !__CPROVER_overflow_unary_minus(INT_MAX));
  assert(__CPROVER_isfinited(1.5) && !__CPROVER_isnand(1.5));
  assert(__CPROVER_uninterpreted_weight(a, 1) == __CPROVER_uninterpreted_weight(b, 1)); //=> (not natively) assert(__CPROVER_uninterpreted_weight(a, 1) == 1);
}
