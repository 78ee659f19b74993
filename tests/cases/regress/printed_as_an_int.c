// rmt: check => unsafe (not natively)
// What is passed as a long is not read as an int.
#include <stdio.h>

int main(void) {
  long number = 3;
  printf("%ld %d\n", number, 4);
  printf("%d\n", number); //~ another number of bits
  return 0;
}
