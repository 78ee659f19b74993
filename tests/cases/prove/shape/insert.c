// prove: shape --check deref,free,leak => safe
// A list with a first node that stays: insertion behind any node, removal of any.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = malloc(sizeof *list);
  if (!list)
    return 0;
  list->next = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *at = list;
    while (at->next && __VERIFIER_nondet_int()) //=> while (__VERIFIER_nondet_int())
      at = at->next;
    if (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      if (n) {
        n->next = at->next; //=> n->next = NULL;
        at->next = n; //=> list->next = n;
      }
    } else if (at->next) {
      struct node *n = at->next;
      at->next = n->next; //=> ;
      free(n); //=> if (at != list) free(n);
    }
  }
  while (list) {
    struct node *n = list;
    list = list->next;
    free(n);
  }
  return 0;
}
