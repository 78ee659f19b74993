// prove: shape --check deref,free,leak => safe
// A binary tree whose nodes know their parents: leaves are added, and freed on the way back up.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *left, *right, *up;
};
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
  struct node *root = leaf(NULL);
  if (!root)
    return 0;
  while (__VERIFIER_nondet_int()) {
    struct node *at = root;
    while (__VERIFIER_nondet_int()) {
      struct node *down = __VERIFIER_nondet_int() ? at->left : at->right;
      if (!down)
        break;
      at = down;
    }
    if (!at->left)
      at->left = leaf(at);
    else if (!at->right)
      at->right = leaf(at);
  }
  struct node *at = root;
  while (at) {
    if (at->left) {
      at = at->left;
    } else if (at->right) {
      at = at->right;
    } else {
      struct node *up = at->up;
      if (up) {
        if (up->left == at)
          up->left = NULL; //=> ;
        else
          up->right = NULL;
      }
      free(at);
      at = up;
    }
  }
  return 0;
}
