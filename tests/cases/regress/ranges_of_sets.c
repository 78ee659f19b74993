// rmt: check => unsafe (not natively)
// What a range within a set of `scanf` has that begins where another ends is up to the library.
#include <assert.h>
#include <stdio.h>

int main(void) {
  char text[4] = "";
  if (scanf("%3[a-c-e]", text) == 1)
    assert(text[0] != 'd'); //~ assertion `text[0] != 'd'` failed
  return 0;
}
