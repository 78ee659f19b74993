// prove: descent => safe, mutants unsafe
// A pointer that may come from two blocks, of which one is freed before, and the other one later.
#include "../../../../include/rmt.h"
int main(void) {
  char *a = rmt_string(), *b = rmt_string(), *c = rmt_string();
  char *s = rmt_int() ? a : b;
  free(c); //=> free(a);
  while (*s) {
    s++; //=> if (*++s == 7) s = c;
  }
  free(a);
  free(b); //=> free(b); *s = 1;
  return 0;
}
