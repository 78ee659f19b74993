// the tree is walked from the first node to the last
#include "openssh/openssh-portable/openbsd-compat/sys-tree.h"
#include "bsd_tree.h"
RB_GENERATE(tree, node, link, compare)
int main(void) {
  struct tree t;
  RB_ROOT(&t) = any_tree(); //=>deep RB_ROOT(&t) = broken(any_tree());
  struct node *node;
  RB_FOREACH(node, tree, &t)
    node->key = 0; //=> assert(RB_LEFT(node, link) || RB_RIGHT(node, link));
}
//~ parent = tmp; ==> parent = (struct type *)1;
