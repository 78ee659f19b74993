// prove: shape --flow paths --check deref,free,leak => unknown
// A ring that nobody holds: each of its nodes would have as many paths as before.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
static struct node *list;
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = list;
    list = n;
  }
  if (list && list->next && list->next->next) {
    struct node *last = list;
    while (last->next)
      last = last->next;
    last->next = list->next;
    list->next = NULL;
  }
  while (list) {
    struct node *n = list->next;
    free(list);
    list = n;
  }
  return 0;
}
