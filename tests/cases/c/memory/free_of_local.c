// rmt: check --check free => unsafe
#include <stdlib.h>

int main(void) {
  int local = 3;
  int *p = &local;
  free(p); //~ invalid free
  return 0;
}
