// prove: shape --check deref,free => unknown
// The last node of a ring is freed a second time.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *first = malloc(sizeof *first);
  if (!first)
    return 0;
  first->next = first;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = first->next;
    first->next = n;
  }
  struct node *at = first->next;
  for (;;) {
    struct node *next = at->next;
    free(at);
    if (at == first)
      break;
    at = next;
  }
  free(first);
  return 0;
}
