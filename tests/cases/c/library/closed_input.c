// rmt: check => unsafe (not natively)
#include <stdio.h>

int main(void) {
  int first = getchar();
  fclose(stdin);
  return getchar() == first; //~ a stream is used that was closed before
}
