// stays within the tree
#include "reftable_tree.h"
#include "git/git/reftable/tree.c#tree_search"
static int compare(const void *a, const void *b) { return a < b ? -1 : a > b; }
int main(void) {
  struct tree_node *root = any_tree(); //=>deep struct tree_node *root = broken(any_tree());
  struct tree_node *found = tree_search(root, 0, compare);
  if (found)
    found->key = 0; //=> assert(found->left);
}
//~ if (!tree) ==> if (tree == (void *)1)
//~ tree_search(tree->left, key ==> tree_search(tree->left->left, key
