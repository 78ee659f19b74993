// the entries of one ring come into another, which can be freed
#include "kernel_list.h"
#include "u-boot/u-boot/include/linux/list.h#INIT_LIST_HEAD,__list_add,list_add,list_empty,__list_splice,list_splice"
int main(void) {
  struct list_head ring, other;
  INIT_LIST_HEAD(&ring);
  INIT_LIST_HEAD(&other);
  while (rmt_int())
    list_add(&new_item()->link, &ring);
  while (rmt_int())
    list_add(&new_item()->link, &other);
  list_splice(&other, &ring); //=> list_splice(&other, &ring); if (ring.next != &ring && ring.next->next != &ring && ring.next->next->next != &ring) free(ring.next->next->next);
  free_ring(&ring); //=>deep struct list_head *sixth = ring.next; for (int i = 0; i < 5 && sixth != &ring; i++) sixth = sixth->next; if (sixth != &ring) free(sixth); free_ring(&ring);
}
//~ last->next = next; ==> last->next = first;
//~ last->next = next; ==>
