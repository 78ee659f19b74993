// cover: --timeout 120 --bound 0 => safe-up-to-bound
// What the command line and the standard input give is part of a test. Once all is covered, nothing is left to look for.
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
  return 0;
}
