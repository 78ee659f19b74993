// stays within the tree, and no deeper than it is
#include "musl.h"
#include <search.h>
#define hidden
#include "bminor/musl/src/search/tsearch.h"
#include "bminor/musl/src/search/twalk.c"
static void action(const void *node, VISIT visit, int depth) { assert(node); }
int main(void) { twalk(rmt_tree(struct node, a[0], a[1]), action); }
