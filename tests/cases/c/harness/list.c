// rmt: check --entry reverse --bound 4 => safe
// Lists of up to two nodes, which may be cycles.
#include <assert.h>

struct node { int value; struct node *next; };

struct node *reverse(struct node *list) {
  struct node *first = list, *done = 0;
  while (list) {
    struct node *next = list->next; //=> struct node *next = list->next->next;
    list->next = done;
    done = list;
    list = next;
  }
  assert(done || !first);
  return done;
}
