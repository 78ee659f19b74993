// rmt: check => unsafe (not natively)
#include <stdio.h>

int main(void) {
  FILE *in = tmpfile();
  if (!in)
    return 1;
  fclose(in);
  return fprintf(in, "too late"); //~ freed memory
}
