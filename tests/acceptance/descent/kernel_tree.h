/* Trees of a kernel: nodes within entries. */
#include "kernel.h"
struct rb_node {
  struct rb_node *rb_up;
  struct rb_node *rb_right;
  struct rb_node *rb_left;
};
struct rb_root {
  struct rb_node *rb_node;
};
#define rb_parent(node) ((node)->rb_up)
#define rb_entry(node, T, member) ((T *)((char *)(node) - offsetof(T, member)))
#define spin_lock(lock)
#define spin_unlock(lock)
#define kmem_cache_free(cache, entry) free(entry)
#define kfree(block) free(block)
/* A tree of entries of any shape. */
#define any_rb(T, member)                                                                                              \
  ({                                                                                                                   \
    struct rb_root rb_any = {0};                                                                                       \
    while (rmt_int()) {                                                                                                \
      T *rb_item = rmt_array(T, 1);                                                                                    \
      struct rb_node *rb_leaf = &rb_item->member, *rb_at = rb_any.rb_node;                                             \
      rb_leaf->rb_left = rb_leaf->rb_right = 0;                                                                        \
      rmt_place(rb_any.rb_node, rb_at, rb_leaf, rb_left, rb_right);                                                    \
      rb_leaf->rb_up = rb_at;                                                                                          \
    }                                                                                                                  \
    rb_any;                                                                                                            \
  })
/* The tree, broken below its fifth node on the left, and on the right: for mutants that only larger trees tell from what is right. */
static inline struct rb_root broken(struct rb_root root) {
  struct rb_node *left = root.rb_node, *right = root.rb_node;
  for (int i = 0; i < 4; i++) {
    left = left ? left->rb_left : 0;
    right = right ? right->rb_right : 0;
  }
  if (left)
    left->rb_left = (struct rb_node *)1;
  if (right)
    right->rb_right = (struct rb_node *)1;
  return root;
}
