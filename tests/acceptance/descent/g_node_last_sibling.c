// the last sibling has none behind it
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_last_sibling"
int main(void) {
  GNode *node = some_node(any_tree());
  GNode *last = g_node_last_sibling(node);
  assert(!last->next); //=> assert(!last->prev);
}
//~ while (node->next) ==> while (node->next->next)
//~ while (node->next) ==> if (node->next)
//~deep while (node->next) ==> for (int i = 0; i < 4 && node->next; i++)
