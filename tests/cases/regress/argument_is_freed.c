// rmt: check => unsafe
// The strings of the arguments were not allocated by the program.
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  char *copy = realloc(argv[1], 100); //~ invalid free
  if (copy) {
    copy[0] = 'x';
    free(copy);
  }
  return 0;
}
