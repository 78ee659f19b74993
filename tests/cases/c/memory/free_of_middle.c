// rmt: check --check free --malloc-never-fails => unsafe
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  p += 2;
  free(p); //~ invalid free
  return 0;
}
