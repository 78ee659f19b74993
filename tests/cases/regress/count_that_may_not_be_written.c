// rmt: check => unsafe (not natively)
// Behind a text that may not fit, nothing is known of what %n writes.
#include <stdio.h>

int main(int argc, char **argv) {
  int number, end = 0;
  if (argc > 1 && sscanf(argv[1], "%d;%n", &number, &end) == 1) return 100 / end; //~ division by zero
  return 0;
}
