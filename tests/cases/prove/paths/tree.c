// prove: shape --flow paths --check deref,free,leak => safe
// A binary tree in a variable: leaves are added, and the others lifted out.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *left, *right;
};
static struct node *root;
static struct node *leaf(void) {
  struct node *n = malloc(sizeof *n);
  if (n)
    n->left = n->right = NULL; //=> n->left = NULL;
  return n;
}
int main(void) {
  root = leaf();
  while (root && __VERIFIER_nondet_int()) {
    struct node *at = root;
    while (at->left && at->right)
      at = __VERIFIER_nondet_int() ? at->left : at->right;
    if (!at->left)
      at->left = leaf(); //=> at->left = root;
    else
      at->right = leaf();
  }
  while (root) {
    struct node *n = root;
    if (!n->left) {
      root = n->right;
      free(n); //=> ;
    } else {
      struct node *l = n->left;
      n->left = l->right; //=> ;
      l->right = n;
      root = l;
    }
  }
  return 0;
}
