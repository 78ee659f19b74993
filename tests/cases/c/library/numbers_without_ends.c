// rmt: check --check deref => unsafe
// That a text ends which a number is read from is about accesses, whether or not formats are asked for.
#include <stdlib.h>

int main(void) {
  char digits[3] = {'1', '2', '3'};
  return atoi(digits) == 5;  //~ of a string that does not end within its block
}
