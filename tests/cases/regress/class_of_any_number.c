// rmt: check => unsafe (not natively)
// The functions on characters know those.
#include <ctype.h>
#include <stdio.h>

int main(void) {
  char letter = -50;
  int number = getchar();
  int known = isalpha(letter) + isspace(number);
  if (scanf("%d", &number) != 1)
    return 0;
  return isdigit(number) + known > 1; //~ no character
}
