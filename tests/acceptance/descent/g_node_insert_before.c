// the node has the parent and the sibling
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_insert_before"
int main(void) {
  GNode *root = any_tree(), *parent = some_node(root), *node = new_node(); //=>deep GNode *root = broken(any_tree()), *parent = some_node(root), *node = new_node();
  GNode *sibling = parent->children;
  while (sibling && rmt_int())
    sibling = sibling->next;
  g_node_insert_before(parent, sibling, node);
  assert(node->parent == parent); //=> assert(node->prev);
  assert(node->next == sibling); //=> assert(node->next != sibling);
}
//~ node->parent = parent; ==>
//~ node->prev->next = node; ==> node->prev->prev->next = node;
//~ while (sibling->next) ==> while (sibling->next->next)
