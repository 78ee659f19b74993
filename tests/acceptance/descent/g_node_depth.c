// stays within the tree
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_depth"
int main(void) {
  GNode *node = some_node(any_tree());
  g_node_depth(node); //=>deep assert(g_node_depth(node) < 5);
}
//~ node = node->parent; ==> node = node->parent->parent;
//~ while (node) ==> while (depth != 5)
//~ while (node) ==> while (depth < 3)
