// rmt: check => rejected
// The record in brackets is another one than that of the file, which is larger.
#include <stdlib.h>

struct pair {
  int a, b;
};

int main(void) {
  char *p = malloc(sizeof(struct pair { char a; })); //~ not supported
  if (p) p[5] = 1;
  free(p);
}
