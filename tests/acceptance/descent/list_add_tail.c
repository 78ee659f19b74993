// a ring of any size can be walked and freed
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#INIT_LIST_HEAD,__list_add,list_add_tail"
int main(void) {
  struct list_head ring;
  INIT_LIST_HEAD(&ring);
  unsigned n = 0;
  while (rmt_int()) {
    struct item *item = new_item();
    list_add_tail(&item->link, &ring);
    n++; //=>deep if (n++ == 5) free(ring.next);
  }
  free_ring(&ring);
} //=> free(ring.next); }
//~ new->next = next; ==>
//~ new->next = next; ==> new->next = prev;
