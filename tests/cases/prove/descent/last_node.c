// prove: descent -I include => safe, mutants unsafe
// The last node of a list of any length.
#include <rmt.h>
void reach_error(void);
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = rmt_list(struct node, next), *at = list;
  if (!at)
    return 0;
  while (at->next)
    at = at->next; //=> at = at->next->next;
  if (at->next) //=> if (at == list)
    reach_error();
  return 0;
}
