// prove: shape --flow paths --check deref,free,leak => safe
// A binary tree whose nodes know their parents: paths go down. Leaves are added, and freed until none is left.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *left, *right, *up;
};
static struct node *root;
static struct node *leaf(struct node *up) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return NULL;
  n->left = NULL;
  n->right = NULL;
  n->up = up; //=> ;
  return n;
}
int main(void) {
  root = leaf(NULL);
  while (root && __VERIFIER_nondet_int()) {
    struct node *at = root;
    while (at->left && at->right)
      at = __VERIFIER_nondet_int() ? at->left : at->right;
    if (!at->left)
      at->left = leaf(at);
    else
      at->right = leaf(at);
  }
  while (root) {
    struct node *at = root;
    while (at->left || at->right)
      at = at->left ? at->left : at->right;
    struct node *up = at->up;
    if (!up)
      root = NULL;
    else if (up->left == at)
      up->left = NULL; //=> ;
    else
      up->right = NULL;
    free(at);
  }
  return 0;
}
