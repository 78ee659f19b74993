// rmt: check => unsafe (not natively)
// A block is not kept by a variable that pointers lead to as they lead to the block.
#include <stdlib.h>

static char room[10];

int main(int argc, char **argv) {
  char *to = argc > 1 ? room : malloc(10);
  if (!to) return 1;
  to[0] = 0;
  return 0;
} //~ memory is leaked
