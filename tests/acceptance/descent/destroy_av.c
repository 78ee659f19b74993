// frees every node once, and what holds the tree
#include "kernel_tree.h"
struct ubi_ainf_peb {
  int ec, pnum;
  union {
    struct rb_node rb;
  } u;
};
struct ubi_ainf_volume {
  int vol_id;
  struct rb_root root;
};
struct ubi_attach_info {
  void *aeb_slab_cache;
};
#include "u-boot/u-boot/drivers/mtd/ubi/attach.c#destroy_av"
int main(void) {
  struct ubi_attach_info info = {0};
  struct ubi_ainf_volume *volume = rmt_array(struct ubi_ainf_volume, 1);
  volume->root = any_rb(struct ubi_ainf_peb, u.rb); //=>deep volume->root = broken(any_rb(struct ubi_ainf_peb, u.rb));
  destroy_av(&info, volume);
}
//~ this->rb_right = NULL; ==> this->rb_right = (struct rb_node *)1;
//~ this->rb_left = NULL; ==> this->rb_right = NULL;
