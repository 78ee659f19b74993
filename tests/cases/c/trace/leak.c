// rmt: check --check leak --malloc-never-fails => unsafe
// What is left is named as the trace names it.
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  char *text = malloc(3);
  first->next = second;
  free(first);
  return text == 0;
} //~ memory is leaked
