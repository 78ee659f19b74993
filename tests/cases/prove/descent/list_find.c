// prove: descent -I include => safe, mutants unsafe
// A block comes to life where none lives, so no node that the smaller run has is the one that it lacks.
#include <rmt.h>
void reach_error(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = rmt_list(struct node, next);
  int value = rmt_int();
  while (list && list->value != value) //=> while (list && list->value <= value)
    list = list->next; //=> list = list->next->next;
  if (list && list->value != value) //=> if (list && list->value == value)
    reach_error();
  return 0;
}
