// parents and children fit behind a rotation at the root, and the tree can be walked
#include "openssh/openssh-portable/openbsd-compat/sys-tree.h"
#include "bsd_tree.h"
int main(void) {
  struct tree t;
  RB_ROOT(&t) = any_tree();
  struct node *node = RB_ROOT(&t), *other;
  if (!node || !RB_RIGHT(node, link)) //=> if (!node)
    return 0;
  RB_ROTATE_LEFT(&t, node, other, link);
  assert(RB_PARENT(node, link) == other); //=> assert(RB_RIGHT(node, link));
  assert(RB_LEFT(other, link) == node); //=> assert(RB_PARENT(other, link));
  some_node(RB_ROOT(&t)); //=>deep some_node(broken(RB_ROOT(&t)));
}
