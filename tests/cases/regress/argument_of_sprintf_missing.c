// rmt: check => unsafe (not natively)
// A text whose arguments do not fit its format is looked at, too.
#include <stdio.h>

int main(void) {
  char text[100];
  sprintf(text, "%s %s", "x"); //~ an argument is missing that the format asks for
  return 0;
}
