// a list built with LIST_INSERT_HEAD is walked, and entries removed with LIST_REMOVE, until it is empty
#include "glib.h"
#include "openssh/openssh-portable/openbsd-compat/sys-queue.h"
struct entry {
  int value;
  LIST_ENTRY(entry) entries;
};
LIST_HEAD(head, entry);
int main(void) {
  struct head h;
  LIST_INIT(&h);
  while (rmt_int()) {
    struct entry *e = rmt_array(struct entry, 1);
    LIST_INSERT_HEAD(&h, e, entries);
  }
  unsigned n = 0;
  while (!LIST_EMPTY(&h)) { //=>deep while (n == 5 || !LIST_EMPTY(&h)) {
    struct entry *e = LIST_FIRST(&h);
    LIST_REMOVE(e, entries);
    free(e);
    n += n < 6;
  }
}
//~ *(elm)->field.le_prev = (elm)->field.le_next; ==>
//~ (elm)->field.le_prev = &(head)->lh_first; ==>
