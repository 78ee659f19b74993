// prove: shape --check deref,free,leak => safe
// A doubly linked list: insertion at the front, removal of any node through its own pointers.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *prev;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      if (!n)
        continue;
      n->next = list;
      n->prev = NULL; //=> ;
      if (list)
        list->prev = n; //=> ;
      list = n;
    } else {
      struct node *at = list;
      while (at && __VERIFIER_nondet_int())
        at = at->next;
      if (at) {
        if (at->next)
          at->next->prev = at->prev; //=> ;
        if (at->prev)
          at->prev->next = at->next; //=> ;
        else
          list = at->next; //=> ;
        free(at); //=> ;
      }
    }
  }
  while (list) {
    struct node *n = list->next;
    free(list);
    list = n;
  }
  return 0;
}
