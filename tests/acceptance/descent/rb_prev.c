// stays within the tree, from any node on
#include "openssh/openssh-portable/openbsd-compat/sys-tree.h"
#include "bsd_tree.h"
RB_GENERATE(tree, node, link, compare)
int main(void) {
  struct node *root = any_tree(); //=>deep struct node *root = broken(any_tree());
  struct node *node = some_node(root);
  while (node)
    node = tree_RB_PREV(node); //=> node = tree_RB_PREV(RB_LEFT(node, link));
  if (root)
    assert(!RB_PARENT(root, link)); //=> assert(RB_LEFT(root, link));
}
