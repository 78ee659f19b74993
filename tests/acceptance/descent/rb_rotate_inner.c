// memory is safe where any node of a tree is rotated
#include "openssh/openssh-portable/openbsd-compat/sys-tree.h"
#include "bsd_tree.h"
int main(void) {
  struct tree t;
  RB_ROOT(&t) = any_tree(); //=>deep RB_ROOT(&t) = broken(any_tree());
  struct node *node = some_node(RB_ROOT(&t)), *other;
  if (!node || !RB_LEFT(node, link)) //=> if (!node)
    return 0;
  RB_ROTATE_RIGHT(&t, node, other, link);
  assert(RB_PARENT(node, link) == other); //=> assert(RB_LEFT(node, link));
  assert(RB_RIGHT(other, link) == node); //=> assert(RB_PARENT(other, link));
}
