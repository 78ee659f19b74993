// rmt: check => safe
// The length of an array may change a variable, once.
#include <assert.h>

int main(void) {
  int a = 5;
  char *b[++a];
  assert(a == 6 && sizeof b == 6 * sizeof(char *)); //=> assert(a == 5);
  b[5] = 0;                                         //=> b[6] = 0;
  char c[--a];
  assert(a == 5 && sizeof c == 5);
  return 0;
}
