// prove: shape --flow paths --check deref,free,leak => safe
// A doubly linked list: paths go along one of the two links.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *prev;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = list;
    n->prev = NULL; //=> ;
    if (list)
      list->prev = n;
    list = n;
    struct node *at = list;
    while (at->next && __VERIFIER_nondet_int())
      at = at->next;
    if (at->prev) {
      at->prev->next = at->next; //=> ;
      if (at->next)
        at->next->prev = at->prev;
      free(at);
    }
  }
  while (list) {
    struct node *n = list->next;
    free(list); //=> ;
    list = n;
  }
  return 0;
}
