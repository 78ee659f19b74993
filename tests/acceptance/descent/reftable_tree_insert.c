// the node that is inserted can be found again, recursion as written
#include "musl.h"
#define REFTABLE_CALLOC_ARRAY(x, n) ((x) = calloc(n, sizeof(*(x))))
struct tree_node {
  void *key;
  struct tree_node *left, *right;
};
#include "git/git/reftable/tree.c#tree_insert"
static int compare(const void *a, const void *b) { return a < b ? -1 : a > b; }
int main(void) {
  struct tree_node *root = rmt_tree(struct tree_node, left, right);
  struct tree_node *node = tree_insert(&root, 0, compare);
  if (node) {
    node->key = 0; //=> assert(node->left);
    assert(root);
  }
}
