// rmt: check => unsafe
// A copy of a literal is not reached through the literal.
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *copy = malloc(10);
  if (!copy) return 1;
  strcpy(copy, "text");
  return copy[0] == 'x';
} //~ memory is leaked
