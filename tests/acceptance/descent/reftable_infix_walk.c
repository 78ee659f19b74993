// stays within the tree
#include "reftable_tree.h"
#include "git/git/reftable/tree.c#infix_walk"
static void action(void *arg, void *key) {}
int main(void) {
  struct tree_node *root = any_tree(); //=>deep struct tree_node *root = broken(any_tree());
  if (root) //=> if (!root || root->left)
    infix_walk(root, action, 0);
}
//~ if (t->left) ==> if (t->right)
//~ infix_walk(t->right, ==> infix_walk(t->right->left,
