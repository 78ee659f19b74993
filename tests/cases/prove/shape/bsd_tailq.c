// prove: shape --check deref,free,leak => safe
// Queues as in BSD's: the head knows the last pointer, a node the pointer that leads to it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next, **prev;
};
struct head {
  struct node *first, **last;
};
static void insert_head(struct head *h, struct node *n) {
  n->next = h->first;
  if (n->next != NULL)
    h->first->prev = &n->next;
  else
    h->last = &n->next;
  h->first = n;
  n->prev = &h->first;
}
static void insert_tail(struct head *h, struct node *n) {
  n->next = NULL;
  n->prev = h->last;
  *h->last = n;
  h->last = &n->next;
}
static void take(struct head *h, struct node *n) {
  if (n->next != NULL)
    n->next->prev = n->prev;
  else
    h->last = n->prev; //=> ;
  *n->prev = n->next; //=> ;
}
int main(void) {
  struct head h;
  h.first = NULL;
  h.last = &h.first;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    if (__VERIFIER_nondet_int())
      insert_head(&h, n);
    else
      insert_tail(&h, n);
    if (__VERIFIER_nondet_int()) {
      struct node *at = h.first;
      while (at->next && __VERIFIER_nondet_int())
        at = at->next;
      take(&h, at);
      free(at);
    }
  }
  while (h.first != NULL) {
    struct node *n = h.first;
    take(&h, n);
    free(n);
  }
  return 0;
}
