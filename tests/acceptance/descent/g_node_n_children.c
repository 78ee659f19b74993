// stays within the tree
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_n_children"
int main(void) {
  GNode *node = some_node(any_tree());
  g_node_n_children(node); //=>deep assert(g_node_n_children(node) < 5);
}
//~ node = node->next ==> node = node->next->next
//~ while (node) ==> while (n != 5)
