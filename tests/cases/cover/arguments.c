// cover: --timeout 15 => unknown
// What the command line and the standard input give is part of a test.
#include <stdio.h>
#include <string.h>

int main(int argc, char *argv[]) {
  int verbose = 0, c, last = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0)
      verbose = 1;
    else if (argv[i][0] == '-' && argv[i][1] == 'q')
      puts("quiet");
  }
  while ((c = getchar()) != EOF) {
    if (last == 'a' && c == 'b') puts("ab");
    last = c;
  }
  if (verbose && argc == 3 && argv[2][0] == '+') puts("plus");
  if (argc < 1) puts("never"); //- 1
  return 0;
}
