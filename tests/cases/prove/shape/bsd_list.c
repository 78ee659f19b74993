// prove: shape --check deref,free,leak => safe
// Lists as in BSD's queues: instead of the node before, a node knows the pointer that leads to it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define HEAD(type) struct { struct type *first; }
#define ENTRY(type) struct { struct type *next; struct type **prev; }
#define INSERT_HEAD(head, n, links) do { \
    if (((n)->links.next = (head)->first) != NULL) \
      (head)->first->links.prev = &(n)->links.next; \
    (head)->first = (n); \
    (n)->links.prev = &(head)->first; \
  } while (0)
#define REMOVE(n, links) do { \
    if ((n)->links.next != NULL) \
      (n)->links.next->links.prev = (n)->links.prev; \
    *(n)->links.prev = (n)->links.next; \
  } while (0)
struct node {
  int key;
  ENTRY(node) links;
};
int main(void) {
  HEAD(node) head;
  head.first = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->key = __VERIFIER_nondet_int();
    INSERT_HEAD(&head, n, links);
    if (__VERIFIER_nondet_int()) {
      struct node *at = head.first;
      while (at && at->key != 0)
        at = at->links.next;
      if (at) {
        REMOVE(at, links); //=> ;
        free(at);
      }
    }
  }
  while (head.first) {
    struct node *n = head.first;
    REMOVE(n, links);
    free(n);
  }
  return 0;
}
