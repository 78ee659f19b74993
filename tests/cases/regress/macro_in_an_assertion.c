// rmt: check => unsafe
#define LEAST 3
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(LEAST < 4 && n < 5 || n > 4);
  assert(LARGER(n, LEAST) > LEAST); //~ assertion `LARGER(n, LEAST) > LEAST` failed
  return 0;
}
