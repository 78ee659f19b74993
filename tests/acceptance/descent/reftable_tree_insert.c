// the node that is inserted can be found again
#include "reftable_tree.h"
#define REFTABLE_CALLOC_ARRAY(x, n) ((x) = calloc(n, sizeof(*(x))))
#include "git/git/reftable/tree.c#tree_insert"
static int compare(const void *a, const void *b) { return a < b ? -1 : a > b; }
int main(void) {
  struct tree_node *root = any_tree(); //=>deep struct tree_node *root = broken(any_tree());
  struct tree_node *node = tree_insert(&root, 0, compare);
  if (node) {
    node->key = 0; //=> assert(node->left);
    assert(root);
  }
}
//~ n->key = key; ==> n->left->key = key;
//~ tree_insert(&(*rootp)->left, ==> tree_insert(&(*rootp)->left->left,
