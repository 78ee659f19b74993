// stays within the tree
#include "musl.h"
struct tree_node {
  void *key;
  struct tree_node *left, *right;
};
#include "git/git/reftable/tree.c#infix_walk"
static void action(void *arg, void *key) {}
int main(void) {
  struct tree_node *root = rmt_tree(struct tree_node, left, right);
  if (root) //=> if (!root || root->left)
    infix_walk(root, action, 0);
}
