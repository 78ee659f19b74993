// any entry may be removed and freed, and the others can be walked
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#INIT_LIST_HEAD,__list_add,list_add,__list_del,list_del"
int main(void) {
  struct list_head ring;
  INIT_LIST_HEAD(&ring);
  while (rmt_int())
    list_add(&new_item()->link, &ring);
  struct list_head *at = ring.next;
  unsigned n = 0;
  while (at != &ring && rmt_int()) {
    at = at->next;
    n += n < 6; //=>deep if ((n += n < 6) == 5) free(ring.next);
  }
  if (at != &ring) { //=> if (at != &ring || n == 5) {
    list_del(at);
    free(item_of(at));
  }
  free_ring(&ring);
}
//~ prev->next = next; ==>
//~ entry->prev, entry->next ==> entry->prev, entry
