// stays within the tree
#include "glib_node.h"
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#include "GNOME/glib/glib/gnode.c#g_node_max_height"
int main(void) {
  GNode *root = rmt_tree(GNode, children, next); //=>deep GNode *root = broken(rmt_tree(GNode, children, next));
  g_node_max_height(root); //=> assert(g_node_max_height(root) < 3);
}
//~ child = child->next; ==> child = child->next->next;
//~ child = root->children ==> child = root->children->children
