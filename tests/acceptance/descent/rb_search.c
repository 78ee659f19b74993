// stays within the tree, and the next node is one, too
#include "kernel_tree.h"
struct entry {
  struct rb_node rb;
  int key;
};
typedef int (*rb_compare_keys)(struct rb_node *, void *);
static struct rb_node *rb_next(struct rb_node *node) { return node; }
#include "u-boot/u-boot/fs/btrfs/common/rbtree-utils.c#rb_search"
static int compare(struct rb_node *node, void *key) {
  int own = rb_entry(node, struct entry, rb)->key;
  return own < *(int *)key ? -1 : own > *(int *)key;
}
int main(void) {
  struct rb_root root = any_rb(struct entry, rb); //=>deep struct rb_root root = broken(any_rb(struct entry, rb));
  int key = rmt_int();
  struct rb_node *next, *found = rb_search(&root, &key, compare, &next);
  assert(found || next || !root.rb_node); //=> assert(found || next);
}
//~ parent = n; ==>
