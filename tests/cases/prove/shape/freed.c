// prove: shape --check deref,free => unknown
// The iterator is read after its node was freed.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    free(n);
  return 0;
}
