// stays within the tree
#include "musl.h"
struct tree_node {
  void *key;
  struct tree_node *left, *right;
};
#include "git/git/reftable/tree.c#tree_search"
static int compare(const void *a, const void *b) { return a < b ? -1 : a > b; }
int main(void) {
  struct tree_node *found = tree_search(rmt_tree(struct tree_node, left, right), 0, compare);
  if (found)
    found->key = 0; //=> assert(found->left);
}
