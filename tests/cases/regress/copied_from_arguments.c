// rmt: check => safe
// What the environment gives a program has values, copied ones, too.
#include <string.h>

int main(int argc, char **argv) {
  char c, d[2];
  if (argc < 2)
    return 2;
  memcpy(&c, argv[1], 1); //=> memcpy(&c, d, 1);
  return c == 'x';
}
