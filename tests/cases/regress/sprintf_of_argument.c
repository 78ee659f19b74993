// rmt: check => unsafe (not natively)
// An argument may be longer than any block.
#include <stdio.h>

int main(int argc, char **argv) {
  char text[100];
  if (argc > 1) sprintf(text, "%s %f", argv[1], 0.5); //~ invalid write: out of bounds
  return 0;
}
