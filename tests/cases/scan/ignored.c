// rmt: scan
// What the text says is no bug is none, if it says why.
#include <stdlib.h>

int *one(void) {
  int *p = malloc(sizeof *p);
  *p = 1; // rmt:ignore deref-null malloc ends the program where there is no memory
  return p;
}

int *two(void) {
  int *p = malloc(sizeof *p);
  // rmt:ignore deref-null
  *p = 2; //~ likely null pointer
  return p;
}

int *three(void) {
  int *p = malloc(sizeof *p);
  // rmt:ignore leak of another kind
  *p = 3; //~ likely null pointer
  return p;
}
