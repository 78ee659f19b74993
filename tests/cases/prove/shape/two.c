// prove: shape --check deref,free,leak => safe
// Nodes of a list are sorted into two others, which are then joined one node at a time.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = NULL, *left = NULL, *right = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    if (__VERIFIER_nondet_int()) {
      n->next = left;
      left = n;
    } else {
      n->next = right;
      right = n; //=> ;
    }
  }
  while (left || right) {
    struct node *n;
    if (left && (!right || __VERIFIER_nondet_int())) {
      n = left;
      left = n->next;
    } else {
      n = right;
      right = n->next;
    }
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return 0;
}
