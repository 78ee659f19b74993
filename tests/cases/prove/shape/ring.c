// prove: shape --check deref,free,leak => safe
// A singly linked ring with a node that stays.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node ring;
  ring.next = &ring; //=> ring.next = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = ring.next; //=> n->next = &ring;
    ring.next = n;
  }
  while (ring.next != &ring) { //=> for (;;) {
    struct node *n = ring.next;
    ring.next = n->next;
    free(n); //=> ;
  }
  return 0;
}
