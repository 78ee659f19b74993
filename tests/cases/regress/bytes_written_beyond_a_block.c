// rmt: check => unsafe
#include <stdio.h>

int main(void) {
  int numbers[3] = {1, 2, 3};
  fwrite(numbers, sizeof(int), 4, stdout); //~ out of bounds
  return 0;
}
