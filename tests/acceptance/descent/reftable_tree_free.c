// frees every node once
#include "musl.h"
#define reftable_free free
struct tree_node {
  void *key;
  struct tree_node *left, *right;
};
#include "git/git/reftable/tree.c#tree_free"
int main(void) { tree_free(rmt_tree(struct tree_node, left, right)); }
