// rmt: check => safe
// Of a number that is no int, atoi gives the lower bits.
#include <stdlib.h>

int main(void) {
  int number = atoi(" -99999999999");
  return 10 / (number - 1); //=> division by zero: return 10 / (number + 1215752191);
}
