// rmt: check => safe
// A precision that is an argument may be zero.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
  char text[400];
  int n = sprintf(text, "%.*f", argc > 5 ? 0 : 1, 3.0);
  assert(n >= 1); //=> (not natively) assert(n >= 2);
  return 0;
}
