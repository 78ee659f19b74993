// the root has no parent
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_get_root"
int main(void) {
  GNode *node = some_node(any_tree());
  GNode *root = g_node_get_root(node);
  assert(!root->parent); //=> assert(!root->children);
}
//~ while (node->parent) ==> while (node->parent->parent)
//~ while (node->parent) ==> if (node->parent)
//~deep while (node->parent) ==> for (int i = 0; i < 5 && node->parent; i++)
