#include <assert.h>

int main(void) {
  char c = (char)200;
  int n = 2147483647;
  n = n + 1;
  assert(c == 200 && n < 0 && true);
}
