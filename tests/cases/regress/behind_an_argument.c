// rmt: check => unsafe (not natively)
// Who skips what follows a backslash skips the end of an argument that ends with one.
#include <stdio.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 1;
  for (const char *p = argv[1]; *p; p++) { //~ invalid read
    if (*p == '\\')
      p++;
    putchar(*p);
  }
  return 0;
}
