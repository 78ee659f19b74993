// rmt: check => unsafe
// `getcwd` and `realpath` make a block where none is given.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char *path = getcwd(NULL, 0), *whole;
  if (!path) return 1;
  whole = realpath(path, NULL);
  if (whole) puts(whole);
  free(whole);
  free(path);
  free(path); //~ invalid free
  return 0;
}
