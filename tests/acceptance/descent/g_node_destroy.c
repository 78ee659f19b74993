// frees every node once
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_unlink,g_nodes_free,g_node_destroy"
int main(void) {
  GNode *root = any_tree();
  g_node_destroy(root);
}
//~ g_node_free (node); ==> g_node_free (node); g_node_free (node);
//~ node = next; ==> node = node->next;
//~ if (node->children) ==> if (node->children && node->children->children)
