// rmt: check => unsafe (not natively)
// A number from outside may be too large.
#include <errno.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int a[2] = {0};
  if (argc < 2)
    return 0;
  errno = 0;
  long v = strtol(argv[1], NULL, 10);
  if (errno == ERANGE)
    return a[2]; //~ invalid read
  return v > 0;
}
