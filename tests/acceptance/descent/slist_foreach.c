// counts as many entries each time
#include <stddef.h>
#include <assert.h>
#include <rmt.h>
#include "openssh/openssh-portable/openbsd-compat/sys-queue.h"
struct node {
  int value;
  SLIST_ENTRY(node) link;
};
SLIST_HEAD(list, node);
int main(void) {
  struct list list;
  SLIST_INIT(&list);
  while (rmt_int()) {
    struct node *node = rmt_array(struct node, 1);
    SLIST_INSERT_HEAD(&list, node, link);
  }
  unsigned n = 0, m = 0;
  struct node *at;
  SLIST_FOREACH(at, &list, link)
    n++;
  SLIST_FOREACH(at, &list, link)
    m++; //=>deep m += m == 5 ? 2 : 1;
  assert(n == m); //=> assert(n != m);
}
//~ (elm)->field.sle_next = (head)->slh_first; ==>
