// stays within the tree
#include "kernel_tree.h"
struct ubifs_bud {
  int lnum;
  struct rb_node rb;
};
struct ubifs_info {
  struct rb_root buds;
};
#include "u-boot/u-boot/fs/ubifs/log.c#ubifs_search_bud"
int main(void) {
  struct ubifs_info info = {any_rb(struct ubifs_bud, rb)}; //=>deep struct ubifs_info info = {broken(any_rb(struct ubifs_bud, rb))};
  struct ubifs_bud *found = ubifs_search_bud(&info, rmt_int());
  if (found)
    found->lnum = 0; //=> assert(found->rb.rb_up);
}
//~ while (p) ==> while (p->rb_left)
