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
/* The tree, broken below its sixth node, if it has six in three rows: for mutants that only larger trees tell from what is right. */
static inline struct node *broken(struct node *root) {
  struct node *a = root ? RB_LEFT(root, link) : 0, *b = root ? RB_RIGHT(root, link) : 0;
  if (a && b && RB_LEFT(a, link) && RB_RIGHT(a, link) && RB_LEFT(b, link))
    RB_LEFT(RB_LEFT(b, link), link) = (struct node *)1;
  return root;
}
