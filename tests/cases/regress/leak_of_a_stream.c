// rmt: check => safe
// Functions that use a stream do not keep it.
#include <stdio.h>

int main(void) {
  FILE *f = fopen("x", "r");
  if (!f) return 1;
  rewind(f);
  if (ferror(f)) puts("bad");
  fclose(f); //=> (not natively) if (feof(f)) fclose(f);
  return 0;
}
