// prove: descent -I include => safe, mutants unsafe
// The smaller list lacks the last node. No other node is the last: that is true of all links that lie in front.
#include <rmt.h>
void reach_error(void);
struct node {
  struct node *next;
};
static unsigned length(struct node *at) {
  unsigned n = 0;
  for (; at; at = at->next)
    n++; //=> n += n == 5 ? 2 : 1;
  return n; //=> return n > 5 ? 5 : n;
}
int main(void) {
  struct node *list = rmt_list(struct node, next), *back = 0;
  unsigned n = length(list), m = 0;
  while (list) {
    struct node *next = list->next;
    list->next = back; //=> list->next = m == 5 ? back->next : back;
    back = list; //=> back = next;
    list = next;
    m++;
  }
  if (length(back) != n || m != n) //=> if (length(back) != n || n == 6)
    reach_error();
  return 0;
}
