// rmt: check --entry mirror --bound 3 --no-alias => safe
// The children change sides; mirrored twice, a tree is what it was.
#include <assert.h>

struct tree { int key; struct tree *left, *right; };

static void turn(struct tree *t) {
  if (!t) return; //=> ;
  struct tree *left = t->left;
  t->left = t->right;
  t->right = left; //=> t->right = t->left;
  turn(t->left);
  turn(t->right);
}

void mirror(struct tree *t) {
  struct tree *left = t ? t->left : 0;
  turn(t);
  assert(!t || t->right == left);
  turn(t);
  assert(!t || t->left == left);
}
