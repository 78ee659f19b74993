// rmt: check --check deref,free,leak --malloc-never-fails --bound 4 => safe
// A doubly linked list of three, one removed, all freed.
#include <assert.h>
#include <stdlib.h>

struct node {
  struct node *next, *prev;
  int key;
};

struct node *insert(struct node *after, int key) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->prev = after;
  n->next = after->next;
  after->next->prev = n;
  after->next = n;
  return n;
}

void removed(struct node *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
  free(n); //=> (not natively) memory is leaked: (void)n;
}

int main(void) {
  struct node head = {&head, &head, 0};
  struct node *one = insert(&head, 1);
  struct node *two = insert(one, 2);
  insert(two, 3);
  removed(two);
  assert(one->next->key == 3 && head.prev == one->next); //=> invalid read: assert(two->key == 2);
  while (head.next != &head)
    removed(head.next);
  return 0;
}
