// rmt: check => safe
// What %n writes is how much there is up to there.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int n = -1, read = -1, number;
  printf("five:%n %d\n", &n, argc);
  assert(n == 5); //=> assert(n == 4);
  if (sscanf("42 xyz", "%d%n", &number, &read) == 1)
    assert(read <= 6); //=> (not natively) assert(read <= 1);
  return 0;
}
