// stays within the tree
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_nth_child"
int main(void) {
  GNode *node = some_node(any_tree()); //=>deep GNode *node = broken(any_tree());
  guint n = rmt_int();
  GNode *child = g_node_nth_child(node, n);
  assert(!child || child->parent); //=> assert(!child || child->prev);
}
//~ (n-- > 0) && node ==> (n-- > 0)
//~ node = node->children ==> node = node->children->next
//~ node = node->next ==> node = node->next->next
