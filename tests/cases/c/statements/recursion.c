// rmt: check --check none --bound 5 => safe
#include <assert.h>

static int even(int n);

static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }

int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

int main(void) {
  assert(factorial(5) == 120); //=> assertion: assert(factorial(5) == 24);
  assert(even(4)); //=> assertion: assert(odd(4));
  return 0;
}
