// stays within the tree
#include "kernel_tree.h"
struct ubi_ltree_entry {
  struct rb_node rb;
  int vol_id, lnum;
};
struct ubi_device {
  struct rb_root ltree;
};
#include "u-boot/u-boot/drivers/mtd/ubi/eba.c#ltree_lookup"
int main(void) {
  struct ubi_device device = {any_rb(struct ubi_ltree_entry, rb)}; //=>deep struct ubi_device device = {broken(any_rb(struct ubi_ltree_entry, rb))};
  struct ubi_ltree_entry *found = ltree_lookup(&device, rmt_int(), rmt_int());
  if (found)
    found->lnum = 0; //=> assert(found->rb.rb_up);
}
//~ while (p) ==> while (p->rb_left)
