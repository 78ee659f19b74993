// the child that becomes the first has none in front of it
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_reverse_children"
int main(void) {
  GNode *root = any_tree(), *node = some_node(root);
  g_node_reverse_children(node); //=>deep g_node_reverse_children(broken(node));
  assert(!node->children || !node->children->prev); //=> assert(!node->children || !node->children->next);
}
//~ last->next = last->prev; ==> last->next = last->prev->prev;
//~ last->prev = child; ==>
//~ node->children = last; ==> node->children = child->next;
