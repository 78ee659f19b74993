// rmt: check => safe
// Options with a colon have an argument, and no other options are given.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int c, n = 0, quiet = 0;
  while ((c = getopt(argc, argv, "qn:")) != -1) //=> (not natively) while ((c = getopt(argc, argv, "q:n")) != -1)
    switch (c) {
    case 'n':
      n = optarg[0];
      break;
    case 'q':
      quiet = 1;
      break;
    case '?':
      return 2;
    default:
      assert(0);
    }
  if (!quiet) printf("%d\n", n);
  return 0;
}
