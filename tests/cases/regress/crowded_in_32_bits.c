// rmt: check --m32 => unsafe
// Hundreds of variables whose addresses are looked at as numbers have room in 32 bits: there are executions.
#include <assert.h>
#define TEN(x) int x##0, x##1, x##2, x##3, x##4, x##5, x##6, x##7, x##8, x##9;
#define HUNDRED(x) TEN(x##0) TEN(x##1) TEN(x##2) TEN(x##3) TEN(x##4) TEN(x##5) TEN(x##6) TEN(x##7) TEN(x##8) TEN(x##9)
HUNDRED(a) HUNDRED(b) HUNDRED(c) HUNDRED(d) HUNDRED(e) HUNDRED(f) HUNDRED(g)
#define A(x) &x##0, &x##1, &x##2, &x##3, &x##4, &x##5, &x##6, &x##7, &x##8, &x##9,
#define B(x) A(x##0) A(x##1) A(x##2) A(x##3) A(x##4) A(x##5) A(x##6) A(x##7) A(x##8) A(x##9)
int *all[] = { B(a) B(b) B(c) B(d) B(e) B(f) B(g) };
int main(void) {
  unsigned n = (unsigned)all[3] + (unsigned)&a77;
  if (n > 0) a00 = 1;
  assert(b00 == 1); //~ assertion
  return 0;
}
