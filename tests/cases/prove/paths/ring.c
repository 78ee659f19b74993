// prove: shape --flow paths --check deref,free => unknown
// Where links go in circles, there are no paths to count. If that were assumed away, no execution would be left, and the
// use of what is freed would be proved as well.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
static struct node head;
int main(void) {
  head.next = &head;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = head.next;
    head.next = n;
  }
  struct node *n = head.next;
  if (n != &head)
    free(n);
  return n->next == NULL;
}
