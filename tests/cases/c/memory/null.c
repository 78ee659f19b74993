// rmt: check --check deref => unsafe
// malloc may fail.
#include <stdlib.h>

struct node {
  int key;
  struct node *next;
};

int main(void) {
  struct node *n = malloc(sizeof *n);
  n->next = 0; //~ invalid write
  return 0;
}
