// a ring of any size can be walked and freed
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#INIT_LIST_HEAD,__list_add,list_add"
int main(void) {
  struct list_head ring;
  INIT_LIST_HEAD(&ring);
  unsigned n = 0;
  while (rmt_int()) {
    list_add(&new_item()->link, &ring); //=>deep list_add(n == 5 ? ring.next : &new_item()->link, &ring);
    n++;
  }
  free_ring(&ring);
} //=> free(ring.next); }
//~ new->next = next; ==> new->next = new;
//~ prev->next = new; ==> next->next = new;
