// stays within the tree, and finds a child
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_find_child"
int main(void) {
  GNode *node = some_node(any_tree()); //=>deep GNode *node = broken(any_tree());
  GNode *child = g_node_find_child(node, rmt_int(), 0);
  assert(!child || child->parent); //=> assert(!child || child->next);
}
//~ node = node->children; ==> node = node->children->next;
//~ node = node->next ==> node = node->next->next
//~ while (node) ==> for (int i = 0; i <= 5; i++)
