// rmt: check --check none => safe
// switch: fall-through, default in the middle, ranges, nesting in a loop.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int classify(int n) {
  int weight = 0;
  switch (n) {
  case 1:
    weight += 1;
  case 2:
    weight += 2;
    break;
  default:
    weight = 100;
    break;
  case 10 ... 20:
    weight = 15;
  }
  return weight;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int weight = classify(n);
  assert(n != 1 || weight == 3); //=> assertion: assert(n != 1 || weight == 1);
  assert(n != 2 || weight == 2);
  assert(n < 10 || n > 20 || weight == 15); //=> assertion: assert(n < 10 || n > 21 || weight == 15);
  assert((n >= 1 && n <= 2) || (n >= 10 && n <= 20) || weight == 100);
  return 0;
}
