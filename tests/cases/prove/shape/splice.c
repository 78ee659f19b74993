// prove: shape --check deref,free => safe
// Lists with their last nodes: one is put behind the other at once.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
struct list {
  struct node *first, *last;
};
static void build(struct list *l) {
  l->first = NULL;
  l->last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = NULL; //=> ;
    if (l->first)
      l->last->next = n;
    else
      l->first = n;
    l->last = n;
  }
}
int main(void) {
  struct list front, behind;
  build(&front);
  build(&behind);
  if (behind.first) {
    if (front.first)
      front.last->next = behind.first;
    else
      front.first = behind.first;
    front.last = behind.last;
    behind.first = NULL;
    behind.last = NULL;
  }
  while (front.first) {
    struct node *n = front.first;
    front.first = n->next;
    free(n); //=> free(n); free(n);
  }
  return 0;
}
