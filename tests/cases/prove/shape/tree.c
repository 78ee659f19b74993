// prove: shape --check deref,free,leak => safe
// A binary tree: leaves are added, and at the end leaves are freed until none is left.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *left, *right;
};
static struct node *leaf(void) {
  struct node *n = malloc(sizeof *n);
  if (n)
    n->left = n->right = NULL; //=> n->left = NULL;
  return n;
}
int main(void) {
  struct node *root = leaf();
  if (!root)
    return 0;
  while (__VERIFIER_nondet_int()) {
    struct node *at = root;
    for (;;) {
      if (__VERIFIER_nondet_int()) {
        if (!at->left) { //=> if (__VERIFIER_nondet_int()) {
          at->left = leaf();
          break;
        }
        at = at->left;
      } else {
        if (!at->right) {
          at->right = leaf();
          break;
        }
        at = at->right;
      }
    }
  }
  while (root->left || root->right) {
    struct node *up = root, *at = root->left ? root->left : root->right;
    while (at->left || at->right) {
      up = at;
      at = at->left ? at->left : at->right;
    }
    if (up->left == at)
      up->left = NULL; //=> ;
    else
      up->right = NULL;
    free(at); //=> ;
  }
  free(root); //=> ;
  return 0;
}
