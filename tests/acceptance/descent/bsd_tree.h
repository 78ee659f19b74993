/* Trees of the BSDs, of any shape and colours; behind the header sys/tree.h. */
#include <assert.h>
#include <rmt.h>
struct node {
  RB_ENTRY(node) link;
  int key;
};
RB_HEAD(tree, node);
static int compare(struct node *a, struct node *b) { return a->key < b->key ? -1 : a->key > b->key; }
#define any_tree() rmt_tree_up(struct node, link.rbe_left, link.rbe_right, link.rbe_parent)
/* Some node below this one, or itself. */
static inline struct node *some_node(struct node *node) {
  while (node && rmt_int())
    node = rmt_int() ? RB_LEFT(node, link) : RB_RIGHT(node, link);
  return node;
}
/* The tree, broken below its fifth node on the left, and on the right: for mutants that only larger trees tell from what is right. */
static inline struct node *broken(struct node *root) {
  struct node *left = root, *right = root;
  for (int i = 0; i < 4; i++) {
    left = left ? RB_LEFT(left, link) : 0;
    right = right ? RB_RIGHT(right, link) : 0;
  }
  if (left)
    RB_LEFT(left, link) = (struct node *)1;
  if (right)
    RB_RIGHT(right, link) = (struct node *)1;
  return root;
}
