// nodes are removed at the head and freed until the list is empty
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#hlist_empty,hlist_add_head,__hlist_del"
int main(void) {
  struct hlist_head list = {0};
  while (rmt_int())
    hlist_add_head(rmt_array(struct hlist_node, 1), &list);
  unsigned n = 0;
  while (!hlist_empty(&list)) { //=>deep while (n == 5 || !hlist_empty(&list)) {
    struct hlist_node *node = list.first;
    __hlist_del(node);
    free(node);
    n += n < 6;
  }
}
//~ *pprev = next; ==>
//~ next->pprev = pprev; ==> next->next = 0;
