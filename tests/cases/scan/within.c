// rmt: scan
// What a function compares with others may be one of them.
#include <stdlib.h>
#include <string.h>

struct array {
  void **items;
  size_t count, capacity;
};

int takes(struct array *a, void *item) {
  for (size_t i = 0; i < a->count; i++)
    if (a->items[i] == item) {
      memmove(&a->items[i], &a->items[i + 1], (a->count - i) * sizeof *a->items); //~ likely out of bounds
      a->count--;
      return 1;
    }
  return 0;
}

int takes_out(struct array *a, void *item) {
  for (size_t i = 0; i < a->count; i++)
    if (a->items[i] == item) {
      memmove(&a->items[i], &a->items[i + 1], (a->count - i - 1) * sizeof *a->items);
      a->count--;
      return 1;
    }
  return 0;
}

struct node {
  struct node *next;
  int number;
};

struct list {
  struct node *first;
};

int drop(struct list *l, struct node *n) {
  if (l->first != n) return 0;
  free(n);
  return l->first->number; //~ likely freed
}
