// stays within the tree
#include "kernel_tree.h"
struct ubi_wl_entry {
  union {
    struct rb_node rb;
  } u;
  int ec, pnum;
};
#define ubi_assert(condition)
#include "u-boot/u-boot/drivers/mtd/ubi/wl.c#in_wl_tree"
int main(void) {
  struct rb_root root = any_rb(struct ubi_wl_entry, u.rb); //=>deep struct rb_root root = broken(any_rb(struct ubi_wl_entry, u.rb));
  struct ubi_wl_entry entry;
  in_wl_tree(&entry, &root); //=> assert(!in_wl_tree(&entry, &root));
}
//~ while (p) ==> while (p->rb_left)
