// prove: shape --check deref,free,leak => safe
// A tree grows from a stack of its leaves; then its nodes are freed from such a stack. What nodes are like differs between
// the two: in the second loop, what has children is on the stack as well.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
struct node {
  struct node *left, *right;
};
struct item {
  struct item *below;
  struct node *node;
};
static struct item *push(struct item *top, struct node *node) {
  struct item *i = malloc(sizeof *i);
  if (!i)
    abort();
  i->below = top;
  i->node = node;
  return i;
}
static struct node *leaf(void) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    abort();
  n->left = n->right = NULL; //=> n->left = NULL;
  return n;
}
int main(void) {
  struct node *root = leaf();
  struct item *top = push(NULL, root);
  while (top) {
    struct item *i = top;
    struct node *n = i->node;
    top = i->below;
    free(i);
    if (__VERIFIER_nondet_int())
      top = push(top, n->left = leaf());
    if (__VERIFIER_nondet_int())
      top = push(top, n->right = leaf()); //=> top = push(top, n->right = n->left);
  }
  top = push(NULL, root);
  while (top) {
    struct item *i = top;
    struct node *n = i->node;
    top = i->below; //=> ;
    free(i);
    if (n->left)
      top = push(top, n->left);
    if (n->right)
      top = push(top, n->right); //=> top = push(top, n->left);
    free(n);
  }
  return 0;
}
