// prove: descent -I include => safe, mutants unsafe
// The builder writes into the node that it built before: that the pointer is null or points to a node is one of the guesses.
#include <rmt.h>
void reach_error(void);
struct node {
  int value;
  struct node *next, *prev;
};
int main(void) {
  struct node *list = rmt_dlist(struct node, next, prev);
  while (list && list->value) //=> while (list->value)
    list = list->next; //=> list = list->next->next;
  if (list && list->value) //=> if (list && !list->value)
    reach_error();
  return 0;
}
