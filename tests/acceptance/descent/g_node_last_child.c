// the last child has no next one
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_last_child"
int main(void) {
  GNode *node = some_node(any_tree());
  GNode *last = g_node_last_child(node);
  assert(!last || !last->next); //=> assert(last && !last->next);
}
//~ while (node->next) ==> while (node->next->next)
//~ while (node->next) ==> if (node->next)
//~deep while (node->next) ==> for (int i = 0; i < 4 && node->next; i++)
