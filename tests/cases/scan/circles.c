// rmt: scan
// What points to its own kind and is never compared with null leads in a circle.
#include <stddef.h>

struct ring {
  struct ring *next, *prev;
  int n;
};
int count(struct ring *head) {
  int n = 0;
  for (struct ring *l = head->next; l != head; l = l->next) n++;
  return n;
}
void unlink(struct ring *item) {
  item->next->prev = item->prev;
  item->prev->next = item->next;
  item->next = item->prev = item;
}
struct owner {
  int count;
  struct ring items;
};
int sum(struct owner *o) {
  int n = 0;
  for (struct ring *l = o->items.next; l != &o->items; l = l->next) n += l->n & 1;
  return n;
}
static struct ring *queue;
void set(struct ring *first) { queue = first; }
int queued(void) {
  int n = 0;
  struct ring *l = queue;
  do n++;
  while ((l = l->next) != queue);
  return n;
}
int fourth(struct ring *r) { return r->next->next->next->next->n; }

struct list {
  struct list *next;
  int n;
};
int length(struct list *l) {
  int n = 0;
  for (; l->next != NULL; l = l->next) n++;
  return n;
}
int second(struct list *l) { return length(l) + l->next->n; } //~ certain null pointer
