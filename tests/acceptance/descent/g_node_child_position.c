// the position of a node among its parent's children is found
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_child_position"
int main(void) {
  GNode *root = any_tree(), *node = some_node(root);
  g_node_child_position(root, node); //=>deep assert(g_node_child_position(root, node) < 5);
}
//~ node = node->next ==> node = node->next->next
//~ while (node) ==> for (int i = 0; i <= 5; i++)
