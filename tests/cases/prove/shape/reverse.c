// prove: shape --check deref,free,leak => safe
// A list is reversed in place.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = NULL, *back = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *n = list->next;
    list->next = back; //=> list->next = NULL;
    back = list; //=> back = list; free(list);
    list = n; //=> list = NULL;
  }
  while (back) {
    struct node *n = back;
    back = back->next;
    free(n); //=> if (back) free(n);
  }
  return 0;
}
