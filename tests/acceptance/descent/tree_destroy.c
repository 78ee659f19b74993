// frees every node once
#include "kernel_tree.h"
struct ubi_wl_entry {
  union {
    struct rb_node rb;
  } u;
  int ec, pnum;
};
struct ubi_device;
#define wl_entry_destroy(ubi, e) free(e)
#include "u-boot/u-boot/drivers/mtd/ubi/wl.c#tree_destroy"
int main(void) {
  struct rb_root root = any_rb(struct ubi_wl_entry, u.rb); //=>deep struct rb_root root = broken(any_rb(struct ubi_wl_entry, u.rb));
  tree_destroy(0, &root);
}
//~ rb->rb_right = NULL; ==> rb->rb_right = (struct rb_node *)1;
//~ rb->rb_left = NULL; ==> rb->rb_right = NULL;
