// rmt: check --check none --bound 6 => safe
// for, while, do, break, continue.
#include <assert.h>

int main(void) {
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    if (i == 1)
      continue;
    if (i == 5)
      break;
    sum += i;
  }
  assert(sum == 9); //=> assertion: assert(sum == 10);
  int n = 3, rounds = 0;
  while (n) {
    n--;
    rounds++;
  }
  assert(rounds == 3);
  do
    rounds++;
  while (rounds < 0);
  assert(rounds == 4); //=> assertion: assert(rounds == 3);
  return 0;
}
