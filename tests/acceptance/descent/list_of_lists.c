// every node of every list is freed once
#include <assert.h>
#include <rmt.h>
struct item {
  struct item *next;
};
struct list {
  struct list *next;
  struct item *items;
};
static struct list *any_lists(void) {
  struct list *first = 0;
  while (rmt_int()) {
    struct list *list = rmt_array(struct list, 1);
    list->items = rmt_list(struct item, next);
    list->next = first;
    first = list;
  }
  return first;
}
static void free_all(struct list *list) {
  while (list) {
    struct list *next = list->next; //=> struct list *next = list->next->next;
    for (struct item *item = list->items, *after; item; item = after) {
      after = item->next;
      free(item); //=> free(item), free(item);
    }
    free(list);
    list = next; //=> list = list->next;
  }
}
int main(void) {
  struct list *lists = any_lists();
  free_all(lists); //=>deep int n = 0; for (struct list *at = lists; at; at = at->next) n++; if (n > 4) free(lists), free_all(lists);
}
