// prove: shape --check deref,free,leak => safe
// A queue with pointers to its first and its last node.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
struct queue {
  struct node *first, *last;
};
static void put(struct queue *q) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return;
  n->next = NULL; //=> ;
  if (q->last)
    q->last->next = n; //=> ;
  else
    q->first = n;
  q->last = n; //=> if (!q->last) q->last = n;
}
static void get(struct queue *q) {
  struct node *n = q->first;
  if (!n)
    return;
  q->first = n->next;
  if (!q->first)
    q->last = NULL; //=> ;
  free(n); //=> ;
}
int main(void) {
  struct queue q = {NULL, NULL};
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      put(&q);
    else
      get(&q);
  while (q.first)
    get(&q);
  return 0;
}
