// stays within the tree
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_child_index"
int main(void) {
  GNode *node = some_node(any_tree()); //=>deep GNode *node = broken(any_tree());
  g_node_child_index(node, 0); //=> assert(g_node_child_index(node, 0) < 0);
}
//~ node = node->next ==> node = node->next->next
//~ while (node) ==> for (int i = 0; i <= 5; i++)
