// a ring of any size can be walked and freed
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#INIT_LIST_HEAD,__list_add,list_add_tail"
int main(void) {
  struct list_head ring;
  INIT_LIST_HEAD(&ring);
  unsigned n = 0;
  while (rmt_int()) {
    struct item *item = new_item(); //=> struct item *item = n == 5 ? item_of(ring.next) : new_item();
    list_add_tail(&item->link, &ring);
    n++;
  }
  free_ring(&ring);
} //=> free(ring.next); }
//~ new->next = next; ==>
//~ prev->next = new; ==> next->next = new;
