// prove: shape -I include => safe
// A tree of any shape: a leaf finds its place, and parents are found from below.
#include <rmt.h>
void reach_error(void);
struct node {
  int key;
  struct node *left, *right, *up;
};
int main(void) {
  struct node *root = rmt_tree_up(struct node, left, right, up);
  struct node *leaf = rmt_array(struct node, 1), *at = 0, **link = &root;
  leaf->left = leaf->right = 0;
  while (*link) {
    at = *link;
    link = leaf->key < at->key ? &at->left : &at->right;
  }
  leaf->up = at; //=> leaf->up = at->left;
  *link = leaf;
  if (root == 0) //=> if (root->left == 0)
    reach_error();
  while (leaf->up) //=> while (leaf->up->up)
    leaf = leaf->up;
  return 0;
}
