// rmt: check => safe
// What is read into an array ends somewhere within it.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char word[8];
  unsigned n = 0;
  if (scanf("%7s %u", word, &n) != 2) return 0;
  assert(strlen(word) < 8); //=> (not natively) assert(n == 0);
  return 0;
}
