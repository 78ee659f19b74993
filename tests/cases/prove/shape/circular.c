// prove: shape --check deref,free => safe
// A doubly linked ring without a head: a pointer goes round it, and nodes are added, and at the end removed, where it is.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, *prev;
};
static struct node *add(struct node *at) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return at;
  if (!at) {
    n->next = n;
    n->prev = n;
  } else {
    n->next = at->next;
    n->prev = at;
    at->next->prev = n;
    at->next = n;
  }
  return n;
}
static struct node *take(struct node *at) {
  struct node *next = at->next;
  if (next == at) {
    free(at);
    return NULL;
  }
  next->prev = at->prev; //=> ;
  at->prev->next = next;
  free(at);
  return next;
}
int main(void) {
  struct node *at = NULL;
  while (__VERIFIER_nondet_int()) {
    at = add(at);
    if (at && __VERIFIER_nondet_int())
      at = at->next;
  }
  while (at)
    at = take(at);
  return 0;
}
