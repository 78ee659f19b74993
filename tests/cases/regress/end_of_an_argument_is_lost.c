// rmt: check => unsafe (not natively)
// A string that the program has given no end any more does not end when it is printed.
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  argv[1][strlen(argv[1])] = '!';
  puts(argv[1]); //~ invalid read
  return 0;
}
