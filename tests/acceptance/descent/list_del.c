// entries are removed and freed until the ring is empty
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#INIT_LIST_HEAD,__list_add,list_add,__list_del,list_del,list_empty"
int main(void) {
  struct list_head ring;
  INIT_LIST_HEAD(&ring);
  while (rmt_int())
    list_add(&new_item()->link, &ring);
  unsigned n = 0;
  while (!list_empty(&ring)) { //=>deep while (n == 5 || !list_empty(&ring)) {
    struct list_head *at = ring.next;
    list_del(at);
    free(item_of(at));
    n += n < 6;
  }
}
//~ prev->next = next; ==>
//~ return head->next == head ==> return 0
