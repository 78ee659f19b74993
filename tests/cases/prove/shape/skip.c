// prove: shape --check deref,free => safe
// A skip list of two levels: a node is put behind one that is on both.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *far;
};
int main(void) {
  struct node head;
  head.next = NULL;
  head.far = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *at = &head;
    while (at->far && __VERIFIER_nondet_int())
      at = at->far;
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = at->next;
    at->next = n;
    if (__VERIFIER_nondet_int()) {
      n->far = at->far;
      at->far = n;
    } else {
      n->far = NULL;
    }
  }
  while (head.next) {
    struct node *n = head.next;
    head.next = n->next; //=> ;
    free(n);
  }
  return 0;
}
