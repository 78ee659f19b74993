/* Trees of git's reftables. */
#include "musl.h"
struct tree_node {
  void *key;
  struct tree_node *left, *right;
};
#define any_tree() rmt_tree(struct tree_node, left, right)
/* The tree, broken below its fifth node on the left: for mutants that only larger trees tell from what is right. */
static inline struct tree_node *broken(struct tree_node *root) {
  struct tree_node *left = root;
  for (int i = 0; i < 4; i++)
    left = left ? left->left : 0;
  if (left)
    left->left = (struct tree_node *)1;
  return root;
}
