// stays within the tree
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_child_index"
int main(void) {
  GNode *node = some_node(any_tree());
  g_node_child_index(node, 0); //=>deep assert(g_node_child_index(node, 0) < 5);
}
//~ node = node->next ==> node = node->next->next
//~ while (node) ==> for (int i = 0; i <= 5; i++)
