// entries move from one ring to another, and both can be freed
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#INIT_LIST_HEAD,__list_add,list_add,__list_del,list_move"
int main(void) {
  struct list_head ring, other;
  INIT_LIST_HEAD(&ring);
  INIT_LIST_HEAD(&other);
  while (rmt_int())
    list_add(&new_item()->link, &ring);
  unsigned n = 0;
  while (ring.next != &ring && rmt_int()) {
    list_move(ring.next, &other);
    n += n < 6; //=>deep if ((n += n < 6) == 5) free(other.next);
  }
  free_ring(&ring);
  free_ring(&other); //=> free_ring(&ring);
}
//~ prev->next = next; ==>
//~ next->prev = new; ==> new->prev->prev = 0;
