// rmt: check => unsafe (not natively)
// What is said on the command line is unknown, though the same pointer may lead to a constant of the program.
#include <assert.h>

int main(int argc, char **argv) {
  const char *s = argc > 1 ? argv[1] : "y";
  assert(s[0] != 'q'); //~ assertion
  return 0;
}
