// rmt: check --bound 5 --check deref => safe
// Variadic arguments are exact: integers, pointers, floating-point numbers, records, a list that is handed on.
#include <stdarg.h>
void __VERIFIER_assert(int);

struct pair { int a, b; };

static int sum(int count, ...) {
  va_list list;
  int total = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  va_end(list);
  return total;
}

static long rest(va_list list) { return va_arg(list, long); }

static int mixed(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  struct pair pair = va_arg(list, struct pair);
  double number = va_arg(list, double);
  int *where = va_arg(list, int *);
  *where = pair.a;
  __VERIFIER_assert(number == 2.5);  //=> __VERIFIER_assert(number == 2);
  __VERIFIER_assert(rest(list) == 7000000000);  //=> __VERIFIER_assert(rest(list) == 7);
  __VERIFIER_assert(va_arg(list, unsigned) == 4294967295u);  //=> __VERIFIER_assert(va_arg(list, unsigned) == 1);
  __VERIFIER_assert(va_arg(again, struct pair).b == 4);  //=> __VERIFIER_assert(va_arg(again, struct pair).b == 3);
  va_end(list);
  return kinds[0];
}

int main(void) {
  int (*through)(int, ...) = sum;
  struct pair pair = {3, 4};
  char small = -2;
  int there = 0;
  __VERIFIER_assert(sum(0) == 0);
  __VERIFIER_assert(sum(3, 1, small, (short)5) == 4);  //=> __VERIFIER_assert(sum(3, 1, small, (short)5) == 8);
  __VERIFIER_assert(through(2, 20, 22) == 42);  //=> __VERIFIER_assert(through(1, 20, 22) == 42);
  mixed("x", pair, 2.5f, &there, 7000000000, -1);
  __VERIFIER_assert(there == 3);  //=> __VERIFIER_assert(there == 4);
  return 0;
}
