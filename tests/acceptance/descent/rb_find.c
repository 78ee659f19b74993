// stays within the tree, and finds nothing in an empty one
#include "openssh/openssh-portable/openbsd-compat/sys-tree.h"
#include "bsd_tree.h"
RB_GENERATE(tree, node, link, compare)
int main(void) {
  struct tree t;
  struct node key;
  RB_ROOT(&t) = any_tree(); //=>deep RB_ROOT(&t) = broken(any_tree());
  struct node *found = RB_FIND(tree, &t, &key); //=> struct node *found = RB_RIGHT(RB_FIND(tree, &t, &key), link);
  assert(!found || RB_ROOT(&t)); //=> assert(!found);
}
