// prove: execution -I include => unsafe
// A tree with six nodes in three rows: runs that go on, and go left as often as right.
#include <assert.h>
#include <rmt.h>
struct node {
  struct node *left, *right;
};
int main(void) {
  struct node *root = rmt_tree(struct node, left, right);
  if (root && root->left && root->right)
    assert(!root->left->left || !root->left->right || !root->right->left);
}
