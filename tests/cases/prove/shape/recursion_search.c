// prove: shape -I include => safe
// Recursion as it is written: what calls wait with is in frames.
#include <rmt.h>
void reach_error(void);
struct node {
  int key;
  struct node *left, *right;
};
static struct node *search(struct node *tree, int key) {
  if (!tree)
    return 0;
  if (tree->key == key)
    return tree; //=> return tree->left->right;
  return search(key < tree->key ? tree->left : tree->right, key); //=> return search(tree->left->right, key);
}
int main(void) {
  struct node *tree = rmt_tree(struct node, left, right);
  struct node *found = search(tree, rmt_int());
  if (found && !tree) //=> if (found && !tree->left)
    reach_error();
  return 0;
}
