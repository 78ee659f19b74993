// prove: shape -I include => safe
// A tree is freed without a stack: what is on the left of a node is hung below the last node on its right.
#include <rmt.h>
struct node {
  int key;
  struct node *left, *right;
};
int main(void) {
  struct node *tree = rmt_tree(struct node, left, right);
  while (tree) {
    struct node *next = tree->right;
    if (tree->left) { //=> if (next) {
      next = tree->left;
      tree->left = next->right; //=> tree->left = next->right->left;
      next->right = tree;
    } else
      free(tree); //=> free(tree->right);
    tree = next;
  }
  return 0;
}
