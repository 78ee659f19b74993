// rmt: check => unsafe (not natively)
// Where output fails, the stream is left open.
#include <stdio.h>

int main(void) {
  FILE *file = fopen("out", "w");
  if (!file) return 1;
  if (fprintf(file, "%d lines\n", 3) < 0) return 1;
  return fclose(file) != 0;
} //~ memory is leaked
