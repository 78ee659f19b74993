// rmt: check => safe
// perror and system may be given null.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  const char *none = NULL;
  perror(none); //=> puts(none);
  perror(argc > 1 ? "x" : NULL);
  system(none);
  return 0;
}
