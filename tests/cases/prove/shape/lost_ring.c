// prove: shape --check deref,free,leak => unknown
// A ring that nobody holds any more: each of its nodes has an edge into it, and all are lost.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *first = malloc(sizeof *first);
  if (!first)
    return 0;
  first->next = first;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = first->next;
    first->next = n;
  }
  struct node *rest = first->next;
  first->next = NULL;
  if (rest != first) {
    struct node *last = rest;
    while (last->next != first)
      last = last->next;
    last->next = rest;
  }
  free(first);
  return 0;
}
