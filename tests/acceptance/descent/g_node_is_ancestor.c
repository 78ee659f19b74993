// stays within the tree, and a node with a parent has an ancestor
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_is_ancestor"
int main(void) {
  GNode *root = any_tree(), *node = some_node(root); //=>deep GNode *root = broken(any_tree()), *node = some_node(root);
  if (node->parent)
    assert(g_node_is_ancestor(node->parent, node));
  g_node_is_ancestor(some_node(root), node);
}
//~ while (descendant) ==> while (descendant->parent)
//~ return TRUE ==> return FALSE
//~ descendant = descendant->parent; ==> descendant = descendant->parent->parent;
