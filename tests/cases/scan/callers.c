// rmt: scan --all
// What depends on what callers pass is possible, and named with what they must not do.
#include <stdlib.h>

struct node {
  struct node *next;
};

struct node *next(const struct node *n) {
  return n->next; //~ possible null pointer
}

void both(char *a, char *b) {
  free(a);
  free(b); //~ possible freed before
}

int more(int x) {
  return x + 1; //~ possible overflow
}
