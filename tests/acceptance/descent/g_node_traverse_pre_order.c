// stays within the tree
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_traverse_pre_order"
int main(void) {
  GNode *root = rmt_tree(GNode, children, next); //=>deep GNode *root = broken(rmt_tree(GNode, children, next));
  if (root && g_node_traverse_pre_order(root, G_TRAVERSE_ALL, visit, 0)) //=> if (g_node_traverse_pre_order(root, G_TRAVERSE_ALL, visit, 0))
    assert(root); //=> assert(root->children);
}
