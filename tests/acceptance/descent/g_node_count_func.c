// stays within the tree
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_count_func"
int main(void) {
  GNode *root = rmt_tree(GNode, children, next); //=>deep GNode *root = broken(rmt_tree(GNode, children, next));
  guint n = 0;
  if (root) //=> if (n == 0)
    g_node_count_func(root, G_TRAVERSE_LEAVES, &n);
  assert(root || n == 0); //=> assert(root || n == 1);
}
