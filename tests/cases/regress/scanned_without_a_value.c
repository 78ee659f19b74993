// rmt: check => unsafe
#include <stdio.h>

int main(void) {
  int number;
  scanf("%d", &number);
  return number > 3 ? 1 : 0; //~ never set
}
