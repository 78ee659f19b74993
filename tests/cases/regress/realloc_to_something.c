// rmt: check => safe
#include <stdlib.h>

int main(int argc, char **argv) {
  char *p = malloc(4);
  if (!p)
    return 1;
  size_t size = argc > 1 ? (size_t)argc : 1; //=> (not natively) size_t size = argc > 1 ? (size_t)argc : 0;
  char *r = realloc(p, size);
  if (!r) {
    free(p);
    return 1;
  }
  free(r);
  return 0;
}
