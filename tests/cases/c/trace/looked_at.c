// rmt: check --check deref => unsafe
// A block whose address is looked at as a number has a name where it is allocated, too.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  if ((uintptr_t)p % 16 == 0) {
    free(p);
    *p = 1; //~ invalid write: freed memory
  }
  return 0;
}
