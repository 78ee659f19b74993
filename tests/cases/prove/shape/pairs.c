// prove: shape --check deref,free,leak => safe
// A list of pairs: nodes of one place and of another take turns, so two can be taken at once.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *second = malloc(sizeof *second);
    if (!second)
      break;
    second->next = list;
    struct node *first = malloc(sizeof *first);
    if (!first) {
      free(second); //=> list = second;
      break;
    }
    first->next = second; //=> first->next = __VERIFIER_nondet_int() ? second : NULL;
    list = first; //=> list = second;
  }
  while (list) {
    struct node *first = list, *second = first->next;
    list = second->next; //=> list = NULL;
    free(first);
    free(second); //=> free(first);
  }
  return 0;
}
