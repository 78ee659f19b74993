// prove: shape --check deref,free,leak => safe
// Intrusive lists: the links are in the middle of the objects, the head is no object.
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link {
  struct link *next, *prev;
};
struct item {
  int value;
  struct link link;
};
#define item_of(p) ((struct item *)((char *)(p)-offsetof(struct item, link)))
static void add(struct link *n, struct link *behind) {
  n->next = behind->next;
  n->prev = behind; //=> n->prev = NULL;
  behind->next->prev = n;
  behind->next = n;
}
static void take_out(struct link *n) {
  n->next->prev = n->prev; //=> ;
  n->prev->next = n->next; //=> ;
}
int main(void) {
  struct link head;
  head.next = &head;
  head.prev = &head; //=> head.prev = NULL;
  while (__VERIFIER_nondet_int()) {
    struct item *it = malloc(sizeof *it);
    if (!it)
      break;
    add(&it->link, __VERIFIER_nondet_int() ? &head : head.prev);
  }
  while (head.next != &head) {
    struct item *it = item_of(head.next);
    take_out(&it->link); //=> if (it->value) take_out(&it->link);
    free(it); //=> free(&it->link);
  }
  return 0;
}
