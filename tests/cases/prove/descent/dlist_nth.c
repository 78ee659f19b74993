// prove: descent -I include => safe, mutants unsafe
// The smaller list lacks the last node: the first iteration of the loop that builds it is left out, whatever it looks at.
#include <rmt.h>
void reach_error(void);
struct node {
  int value;
  struct node *next, *prev;
};
int main(void) {
  struct node *at = rmt_dlist(struct node, next, prev);
  int n = rmt_int(), m = 0;
  while (at && n > 0) { //=> while (n > 0) {
    at = at->next; //=> at = m == 5 ? at->next->next : at->next;
    n--;
    m = m < 1000 ? m + 1 : m;
  }
  if (at)
    at->value = m; //=> at->prev->value = m;
  if (at && n > 0) //=> if (n > 0)
    reach_error();
  return 0;
}
