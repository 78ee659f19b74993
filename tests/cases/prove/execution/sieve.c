// prove: execution => safe
// An allocation that may fail and an input make three paths.
#include <stdlib.h>
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int input = __VERIFIER_nondet_int();
  char *composite = calloc(500, 1);
  if (!composite)
    return 1;
  int primes = 0;
  for (int i = 2; i < 500; i++) {
    if (composite[i])
      continue;
    primes++;
    for (int j = 2 * i; j < 500; j += i)
      composite[j] = 1; //=> composite[j + 1] = 1;
  }
  if (input > 7)
    primes -= 5;
  else
    primes += 5; //=> primes += 6;
  if (primes != 90 && primes != 100)
    __VERIFIER_error();
  free(composite);
}
