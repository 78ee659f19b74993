// a list of any length can be walked and freed
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#hlist_add_head"
int main(void) {
  struct hlist_head list = {0};
  unsigned n = 0;
  while (rmt_int()) {
    struct hlist_node *node = rmt_array(struct hlist_node, 1);
    hlist_add_head(node, &list); //=>deep hlist_add_head(n == 5 ? list.first : node, &list);
    n += n < 6;
  }
  for (struct hlist_node *at = list.first, *next; at; at = next) {
    next = at->next;
    free(at); //=> free(list.first);
  }
}
//~ n->next = first; ==>
//~ h->first = n; ==> h->first = n, n->next = n;
