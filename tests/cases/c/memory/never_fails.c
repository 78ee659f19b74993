// rmt: check --check deref --malloc-never-fails => safe
#include <stdlib.h>

int main(void) {
  int *p = malloc(4 * sizeof(int));
  p[3] = 5; //=> invalid write: p[4] = 5;
  return 0;
}
