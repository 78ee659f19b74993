// prove: shape -I include => safe
// Behind a call by itself, a function has its own variables again, and the result.
#include <rmt.h>
void reach_error(void);
struct node {
  struct node *next;
  int seen;
};
static int walk(struct node *list, int first) {
  if (!list) //=> if (!list->next)
    return 5; //=> return 6;
  int second = 1 - first, other = walk(list->next, second); //=> int second = first, other = walk(list->next, 1 - second);
  if (second + first != 1) //=> if (second + first != 2)
    reach_error();
  if (other != 5) //=> if (other == 5)
    reach_error();
  list->seen = first; //=> list->next->seen = first;
  return other; //=> return second;
}
int main(void) {
  walk(rmt_list(struct node, next), rmt_int() ? 1 : 0);
  return 0;
}
