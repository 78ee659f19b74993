/* Rings of links that are members of what they link, as kernels keep them. */
#ifndef LIST_H
#define LIST_H

#include <stddef.h>

struct list {
  struct list *next, *prev;
};

#define container_of(link, type, member) ((type *)((char *)(link) - offsetof(type, member)))

static inline void list_init(struct list *list) {
  list->next = list->prev = list;
}

static inline int list_empty(const struct list *list) {
  return list->next == list;
}

static inline void list_add_tail(struct list *entry, struct list *list) {
  entry->prev = list->prev;
  entry->next = list;
  list->prev->next = entry;
  list->prev = entry;
}

static inline void list_del(struct list *entry) {
  entry->prev->next = entry->next;
  entry->next->prev = entry->prev;
}

#endif
