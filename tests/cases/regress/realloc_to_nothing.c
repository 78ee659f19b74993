// rmt: check => unsafe (not natively)
// Of a block that gets the size zero, nothing may be left.
#include <stdlib.h>

int main(int argc, char **argv) {
  char *p = malloc(4);
  if (!p)
    return 1;
  char *r = realloc(p, (size_t)argc - 1);
  if (!r) {
    free(p); //~ invalid free
    return 1;
  }
  free(r);
  return 0;
}
