#include <stdlib.h>

int main(void) {
  char *p = malloc(8);
  exit(p != 0);
}
