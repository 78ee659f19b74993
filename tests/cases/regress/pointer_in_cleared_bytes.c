// rmt: check -m32 --check none => safe
// The bytes of a pointer hold all of it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *self, *next; };

static void *cleared(size_t n) {
  void *block = malloc(n);
  if (!block) abort();
  return memset(block, 0, n);
}

int main(void) {
  struct node *node = cleared(sizeof *node);
  node->self = node;
  assert(node->self == node); //=> assert(node->self != node);
  assert(node->next == 0);
}
