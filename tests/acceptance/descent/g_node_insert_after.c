// the node has the parent and follows the sibling
#include "glib_node.h"
#include "GNOME/glib/glib/gnode.c#g_node_insert_after"
int main(void) {
  GNode *root = any_tree(), *parent = some_node(root), *node = new_node(); //=>deep GNode *root = broken(any_tree()), *parent = some_node(root), *node = new_node();
  GNode *sibling = parent->children;
  while (sibling && rmt_int())
    sibling = sibling->next;
  g_node_insert_after(parent, sibling, node);
  assert(node->parent == parent); //=> assert(node->prev);
  assert(node->prev == sibling); //=> assert(node->prev != sibling);
}
//~ node->parent = parent; ==>
//~ sibling->next->prev = node; ==> sibling->next->next->prev = node;
//~ node->prev = sibling; ==>
