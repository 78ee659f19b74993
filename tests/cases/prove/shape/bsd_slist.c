// prove: shape --check deref,free,leak => safe
// Singly linked lists as in BSD's queues: insertion behind a node, removal of the node behind.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define FIRST(head) ((head)->first)
#define NEXT(n) ((n)->links.next)
#define EACH(at, head) for ((at) = FIRST(head); (at); (at) = NEXT(at))
struct node {
  int key;
  struct {
    struct node *next;
  } links;
};
struct head {
  struct node *first;
};
static void insert_head(struct head *h, struct node *n) {
  NEXT(n) = FIRST(h);
  FIRST(h) = n;
}
static void insert_after(struct node *at, struct node *n) {
  NEXT(n) = NEXT(at);
  NEXT(at) = n;
}
static struct node *remove_after(struct node *at) {
  struct node *n = NEXT(at);
  NEXT(at) = NEXT(n); //=> ;
  return n;
}
int main(void) {
  struct head head = {NULL};
  struct node *at;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->key = __VERIFIER_nondet_int();
    EACH(at, &head)
      if (at->key == n->key)
        break;
    if (at)
      insert_after(at, n);
    else
      insert_head(&head, n);
  }
  EACH(at, &head)
    while (NEXT(at) && NEXT(at)->key == at->key)
      free(remove_after(at));
  while ((at = FIRST(&head))) {
    FIRST(&head) = NEXT(at); //=> FIRST(&head) = at;
    free(at);
  }
  return 0;
}
