// rmt: check => safe
// How many numbers there are of a kind does not depend on the order: the solver needs no case for each condition.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[30], forwards = 0, backwards = 0;
  for (int i = 0; i < 30; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 30; i++)
    if (a[i] % 3 == 0)
      forwards++;
    else
      forwards -= 2;
  int first = a[0];
  a[0] = a[7];
  a[7] = first;
  for (int i = 29; i >= 0; i--) //=> for (int i = 29; i > 0; i--)
    if (a[i] % 3 == 0)
      backwards++;
    else
      backwards -= 2; //=> backwards -= 1;
  assert(forwards == backwards);
  return 0;
}
