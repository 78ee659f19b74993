/* Trees of glib, whose nodes have any number of children. */
#include "glib.h"
typedef struct _GNode GNode;
struct _GNode {
  gpointer data;
  GNode *next;
  GNode *prev;
  GNode *parent;
  GNode *children;
};
#define G_NODE_IS_ROOT(node) (!(node)->parent && !(node)->prev && !(node)->next)
#define g_node_free(node) free(node)
#define G_TRAVERSE_NON_LEAFS 2
#define G_TRAVERSE_ALL 3
#define G_TRAVERSE_LEAFS 1
typedef int GTraverseFlags;
typedef void (*GNodeForeachFunc)(GNode *, gpointer);
#define G_NODE_IS_LEAF(node) (!(node)->children)
#define G_TRAVERSE_LEAVES 1
#define G_TRAVERSE_NON_LEAVES 2
GNode *g_node_insert_before(GNode *, GNode *, GNode *);
static inline GNode *new_node(void) {
  GNode *node = rmt_array(GNode, 1);
  node->next = node->prev = node->parent = node->children = 0;
  return node;
}
/* Some node below this one, or itself. */
static inline GNode *some_node(GNode *node) {
  while (rmt_int())
    if (rmt_int()) {
      if (!node->children)
        break;
      node = node->children;
    } else {
      if (!node->next)
        break;
      node = node->next;
    }
  return node;
}
/* A tree of any shape. */
static inline GNode *any_tree(void) {
  GNode *root = new_node();
  while (rmt_int()) {
    GNode *parent = some_node(root), *node = new_node();
    node->parent = parent;
    node->next = parent->children;
    if (node->next)
      node->next->prev = node;
    parent->children = node;
  }
  return root;
}
/* The tree, broken behind the sixth child of its root: for mutants that only large trees tell from what is right. */
static inline GNode *broken(GNode *root) {
  GNode *node = root ? root->children : 0;
  for (int i = 0; node && i < 5; i++)
    node = node->next;
  if (node)
    node->next = (GNode *)1;
  return root;
}
typedef gboolean (*GNodeTraverseFunc)(GNode *, gpointer);
/* Goes on wherever it is, or ends somewhere. */
static inline gboolean visit(GNode *node, gpointer data) {
  node->data = data;
  return rmt_int() != 0;
}
