/* Rings and lists of a kernel: links within entries. */
#include "kernel.h"
struct list_head {
  struct list_head *next, *prev;
};
struct hlist_node {
  struct hlist_node *next, **pprev;
};
struct hlist_head {
  struct hlist_node *first;
};
#define LIST_POISON1 ((void *)0)
#define LIST_POISON2 ((void *)0)
struct item {
  struct list_head link;
  int value;
};
#define new_item() rmt_array(struct item, 1)
/* The item of a link is the link's block. */
#define item_of(at) ((struct item *)(at))
/* Walks the ring and frees its items. */
#define free_ring(head)                                                                                                \
  for (struct list_head *at = (head)->next, *next; at != (head); at = next) {                                          \
    next = at->next;                                                                                                   \
    free(item_of(at));                                                                                                 \
  }
