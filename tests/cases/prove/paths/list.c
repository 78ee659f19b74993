// prove: shape --flow paths --check deref,free,leak => safe
// A list in a variable: insertion in order, removal of any node.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
static struct node *list;
static void insert(void) {
  struct node *n = malloc(sizeof *n), *at = list;
  if (!n)
    return;
  if (!at) {
    n->next = NULL; //=> ;
    list = n;
    return;
  }
  while (at->next && __VERIFIER_nondet_int())
    at = at->next;
  n->next = at->next;
  at->next = n; //=> ;
}
static void drop(void) {
  struct node *at = list;
  if (!at || !at->next)
    return;
  while (at->next->next && __VERIFIER_nondet_int())
    at = at->next;
  struct node *n = at->next;
  at->next = n->next; //=> ;
  free(n);
}
int main(void) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      insert();
    else
      drop();
  while (list) {
    struct node *n = list->next;
    free(list);
    list = n;
  }
  return 0;
}
