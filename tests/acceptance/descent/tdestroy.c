// frees every node once
#include "musl.h"
#include <search.h>
#define hidden
#include "bminor/musl/src/search/tsearch.h"
#include "bminor/musl/src/search/tdestroy.c"
int main(void) { tdestroy(rmt_tree(struct node, a[0], a[1]), 0); }
