// what is unlinked is a root
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_unlink"
int main(void) {
  GNode *root = any_tree(), *node = some_node(root);
  g_node_unlink(node);
  assert(G_NODE_IS_ROOT(node)); //=> assert(node->children);
}
//~ node->next = NULL; ==>
//~ node->parent = NULL; ==>
//~ node->next->prev = node->prev; ==> node->next->next->prev = node->prev;
