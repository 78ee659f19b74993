// rmt: check => safe
#include <assert.h>
#include <stdio.h>

int main(void) {
  int first = 1, second = 2;
  int count = scanf("%d %d", &first, &second);
  if (count < 2)
    assert(second == 2); //=> (not natively) assert(first == 1);
  if (count < 1)
    assert(first == 1);
  return 0;
}
