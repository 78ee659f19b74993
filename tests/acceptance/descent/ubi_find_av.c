// stays within the tree
#include "kernel_tree.h"
struct ubi_ainf_volume {
  int vol_id;
  struct rb_node rb;
};
struct ubi_attach_info {
  struct rb_root volumes;
};
#include "u-boot/u-boot/drivers/mtd/ubi/attach.c#ubi_find_av"
int main(void) {
  struct ubi_attach_info info = {any_rb(struct ubi_ainf_volume, rb)}; //=>deep struct ubi_attach_info info = {broken(any_rb(struct ubi_ainf_volume, rb))};
  struct ubi_ainf_volume *found = ubi_find_av(&info, rmt_int());
  if (found)
    found->vol_id = 0; //=> assert(found->rb.rb_up);
}
//~ while (p) ==> while (p->rb_left)
