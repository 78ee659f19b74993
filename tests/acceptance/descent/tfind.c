// stays within the tree
#include "musl.h"
#include <search.h>
#define hidden
#include "bminor/musl/src/search/tsearch.h"
#include "bminor/musl/src/search/tfind.c"
static int compare(const void *a, const void *b) { return a < b ? -1 : a > b; }
int main(void) {
  void *root = rmt_tree(struct node, a[0], a[1]);
  struct node *found = tfind((void *)1, &root, compare);
  if (found)
    found->h = 0; //=> assert(found->a[0]);
}
//~ if (!n) ==> if (!n->a[0])
//~deep for (;;) ==> for (int i = 0; i < 5 || !n->key; i++)
