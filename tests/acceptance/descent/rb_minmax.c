// the first node has no left child, the last none on the right
#include "openssh/openssh-portable/openbsd-compat/sys-tree.h"
#include "bsd_tree.h"
RB_GENERATE(tree, node, link, compare)
int main(void) {
  struct tree t;
  RB_ROOT(&t) = any_tree(); //=>deep RB_ROOT(&t) = broken(any_tree());
  struct node *first = RB_MIN(tree, &t), *last = RB_MAX(tree, &t);
  assert(!first || !RB_LEFT(first, link)); //=> assert(!first || !RB_RIGHT(first, link));
  assert(!last || !RB_RIGHT(last, link)); //=> assert(!last || RB_RIGHT(last, link));
}
//~ parent = tmp; ==> parent = tmp->field.rbe_left;
