// prove: shape --check deref,free,leak => unknown
// Where a node has two children, the right one is forgotten.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *left, *right;
};
int main(void) {
  struct node *root = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->left = root;
    n->right = NULL;
    if (__VERIFIER_nondet_int()) {
      n->right = malloc(sizeof *n);
      if (n->right)
        n->right->left = n->right->right = NULL;
    }
    root = n;
  }
  while (root) {
    struct node *n = root;
    root = n->left ? n->left : n->right;
    free(n);
  }
  return 0;
}
