// rmt: check --check all --malloc-never-fails => unsafe
#include <stdlib.h>

int main(void) {
  char *left = malloc(1);
  left[0] = 1;
  return 0;
} //~ memory is leaked
