// prove: shape --check deref,free => safe
// A singly linked ring that is known by its last node.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    if (last) {
      n->next = last->next;
      last->next = n;
    } else {
      n->next = n; //=> ;
    }
    last = n;
    if (__VERIFIER_nondet_int()) {
      struct node *first = last->next;
      if (first == last)
        last = NULL;
      else
        last->next = first->next; //=> ;
      free(first);
    }
  }
  while (last) {
    struct node *first = last->next;
    if (first == last)
      last = NULL;
    else
      last->next = first->next;
    free(first);
  }
  return 0;
}
