// the first sibling has none in front of it
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_first_sibling"
int main(void) {
  GNode *node = some_node(any_tree());
  GNode *first = g_node_first_sibling(node);
  assert(!first->prev); //=> assert(!first->next);
}
//~ if (node->parent) ==> if (!node->parent)
//~ return node->parent->children ==> return node->parent->children->next
//~deep return node->parent->children ==> for (int i = 0; i < 5 && node->prev; i++) node = node->prev; return node
